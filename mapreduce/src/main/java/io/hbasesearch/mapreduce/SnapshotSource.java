/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.hbase.HBaseSnapshots;
import io.hbasesearch.indexer.reindex.Markers;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a snapshot for each job, after the markers, and deletes it when the job has ended. HBase deletes a snapshot that a killed
 * driver leaves behind, when its data is too old to be written. For one thread.
 */
final class SnapshotSource implements RowsOf {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotSource.class);

    private final Snapshots snapshots;
    private final Supplier<Markers> markers;
    private final Consumer<Markers> fresh;
    private final Configuration configuration;
    private final Path staging;

    /**
     * @param markers appends them; returns once all are acknowledged
     * @param fresh throws if what was read after markers is too old to be written
     * @param configuration with HBase's root directory
     * @param staging on the file system of HBase
     */
    SnapshotSource(
            Snapshots snapshots,
            Supplier<Markers> markers,
            Consumer<Markers> fresh,
            Configuration configuration,
            Path staging) {
        this.snapshots = Objects.requireNonNull(snapshots, "snapshots");
        this.fresh = Objects.requireNonNull(fresh, "fresh");
        this.markers = Objects.requireNonNull(markers, "markers");
        this.configuration = Objects.requireNonNull(configuration, "configuration");
        this.staging = Objects.requireNonNull(staging, "staging");
    }

    /** The operations of HBase and its files. */
    interface Snapshots {
        /** Takes a snapshot of everything that a get can see when this begins, and makes it readable in a directory. */
        void take(String name, Path restored) throws IOException;

        void delete(String name);
    }

    /** Creates the snapshots of an index's table. */
    static Snapshots of(IndexAccess access, Configuration configuration) {
        HBaseSnapshots hbase = new HBaseSnapshots(access.hbase());
        return new Snapshots() {
            @Override
            public void take(String name, Path restored) throws IOException {
                hbase.take(access.definition().table(), name, access.service().maxReadAge());
                SnapshotFiles.restore(configuration, name, restored);
            }

            @Override
            public void delete(String name) {
                hbase.delete(name);
            }
        };
    }

    @Override
    public Opened open() throws IOException {
        // First: nothing that is read may be older than the versions that it is written at.
        Markers appended = markers.get();
        String id = UUID.randomUUID().toString();
        String name = "hbase-search-reindex-" + id;
        Path restored = new Path(staging, id);
        SnapshotOfRun opened = new SnapshotOfRun(new JobSettings.Snapshot(name, restored, appended));
        try {
            snapshots.take(name, restored);
            return opened;
        } catch (IOException | RuntimeException e) {
            // HBase may have taken it, although the caller no longer waited.
            opened.close();
            throw e;
        }
    }

    private final class SnapshotOfRun implements Opened {
        private final JobSettings.Snapshot snapshot;

        SnapshotOfRun(JobSettings.Snapshot snapshot) {
            this.snapshot = snapshot;
        }

        @Override
        public Optional<JobSettings.Snapshot> snapshot() {
            return Optional.of(snapshot);
        }

        @Override
        public void requireFresh() {
            fresh.accept(snapshot.markers());
        }

        @Override
        public void close() throws IOException {
            boolean interrupted = Thread.interrupted();
            try {
                // Not closed: Hadoop shares it.
                @SuppressWarnings("resource")
                FileSystem files = snapshot.restored().getFileSystem(configuration);
                files.delete(snapshot.restored(), true);
            } finally {
                delete();
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        private void delete() {
            try {
                snapshots.delete(snapshot.name());
            } catch (HBaseSearchException e) {
                LOG.warn(
                        "cannot delete snapshot {}; if it exists, HBase deletes it later: {}",
                        snapshot.name(),
                        e.getMessage());
            }
        }
    }
}
