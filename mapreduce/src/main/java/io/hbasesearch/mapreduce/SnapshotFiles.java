/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import io.hbasesearch.core.config.HBaseConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.hbase.HBaseFiles;
import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.snapshot.RestoreSnapshotHelper;
import org.apache.hadoop.hbase.snapshot.SnapshotDescriptionUtils;

/** Locates the files of a snapshot. Stateless. */
final class SnapshotFiles {
    private SnapshotFiles() {}

    /** @param job the configuration of the cluster's file systems */
    static Configuration configuration(Configuration job, HBaseConfig hbase) {
        Configuration merged = new Configuration(job);
        HBaseFiles.configuration(hbase).forEach(entry -> {
            if (entry.getKey().startsWith("hbase.") || entry.getKey().startsWith("zookeeper.")) {
                merged.set(entry.getKey(), entry.getValue());
            }
        });
        return merged;
    }

    static Path root(Configuration configuration) {
        return new Path(Objects.requireNonNull(configuration.get(HConstants.HBASE_DIR), HConstants.HBASE_DIR));
    }

    /**
     * Creates a directory of references to a snapshot's files, through which it can be read.
     *
     * @param restored on the file system of HBase, and not below its root
     */
    static void restore(Configuration configuration, String snapshot, Path restored) throws IOException {
        Path root = root(configuration);
        // Not closed: Hadoop shares it.
        @SuppressWarnings("resource")
        FileSystem files = root.getFileSystem(configuration);
        if (!files.exists(SnapshotDescriptionUtils.getCompletedSnapshotDir(snapshot, root))) {
            throw new HBaseSearchException(
                    ErrorCode.CONFIGURATION_INVALID,
                    "HBase took snapshot " + snapshot
                            + ", but it is not below the hbase.rootdir that is configured here: " + root,
                    "Set hbase.site to a hbase-site.xml of the cluster, or hbase.properties: {hbase.rootdir: ...}, and run as a"
                            + " user who may read HBase's files.",
                    null);
        }
        RestoreSnapshotHelper.copySnapshotForScanner(configuration, files, root, restored, snapshot);
    }
}
