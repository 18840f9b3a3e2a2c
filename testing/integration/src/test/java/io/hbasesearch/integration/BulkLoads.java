/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.servers.HBaseServer;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Loads files into tables past the write-ahead log, by a process with HBase's own jars. Stateless. */
final class BulkLoads {
    private static final String COMMAND = "io.hbasesearch.replication.BulkLoadCommand";
    private static final long SECONDS = 600;

    private BulkLoads() {}

    /** Rows of a prefix and a six-digit number, with a value in {@code d:text}. */
    static void load(HBaseServer server, String table, Path directory, String prefix, int rows) throws Exception {
        Path log = directory.resolve("bulk-load-" + prefix + ".log");
        Process process = server.command(
                        COMMAND,
                        table,
                        directory.resolve("files-" + prefix).toString(),
                        "d:text",
                        prefix,
                        Integer.toString(rows))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS))
                    .as("the load has ended")
                    .isTrue();
            assertThat(process.exitValue()).as("exit code, see %s", log).isZero();
        } finally {
            process.destroyForcibly();
        }
    }
}
