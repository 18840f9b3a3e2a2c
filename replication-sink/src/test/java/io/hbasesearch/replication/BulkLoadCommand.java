/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Bulk-loads rows into a table, as a process of its own with HBase's jars: for tests in modules that have only HBase's client.
 * Arguments: table, a directory for the files, column as family:qualifier, prefix of the row keys, number of rows.
 */
public final class BulkLoadCommand {
    private BulkLoadCommand() {}

    public static void main(String[] arguments) throws Exception {
        Configuration configuration = HBaseConfiguration.create();
        TableName table = TableName.valueOf(arguments[0]);
        Path directory = Files.createDirectories(Path.of(arguments[1]));
        String[] column = arguments[2].split(":");
        write(configuration, directory, column[0], column[1], arguments[3], Integer.parseInt(arguments[4]));
        BulkLoadHFiles.create(configuration).bulkLoad(table, new org.apache.hadoop.fs.Path(directory.toUri()));
    }

    private static void write(
            Configuration configuration, Path directory, String family, String qualifier, String prefix, int rows)
            throws Exception {
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(
                directory.resolve(family).resolve("file").toUri());
        long now = System.currentTimeMillis();
        try (HFile.Writer writer = HFile.getWriterFactoryNoCache(configuration)
                .withPath(FileSystem.getLocal(configuration), file)
                .withFileContext(new HFileContextBuilder().build())
                .create()) {
            for (int row = 0; row < rows; row++) {
                writer.append(new KeyValue(
                        Bytes.toBytes(String.format("%s%06d", prefix, row)),
                        Bytes.toBytes(family),
                        Bytes.toBytes(qualifier),
                        now,
                        Bytes.toBytes("loaded " + row)));
            }
        }
    }
}
