/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBaseRowReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An indexer in a JVM of its own, to be killed: nothing of it gets a chance to finish. Owns the process. */
final class IndexerProcess implements AutoCloseable {
    private final Process process;

    private IndexerProcess(Process process) {
        this.process = process;
    }

    /** What the other JVM runs, until it is killed or its standard input, which this JVM holds open, ends. */
    public static void main(String[] args) throws IOException {
        ServiceConfig config = TestSettings.config(args[0], args[1]);
        BackendKind kind = BackendKind.valueOf(args[2]);
        try (IndexBackend backend = kind.open(args[3]);
                HBaseConnections connections = new HBaseConnections(config.hbase());
                Indexer indexer = new Indexer(
                        config,
                        backend,
                        new HBaseRowReader(connections),
                        List.of(TestSettings.definition(args[4], TableId.parse(args[5]))),
                        Metrics.none())) {
            indexer.start();
            while (System.in.read() >= 0) {
                System.out.println(indexer.statuses());
            }
        }
    }

    static IndexerProcess start(TestTable table, BackendKind kind, String place, String index) {
        List<String> command = new ArrayList<>();
        command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
        command.addAll(List.of("-Xmx256m", "--add-opens=java.base/java.nio=ALL-UNNAMED", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.add(IndexerProcess.class.getName());
        command.addAll(List.of(
                table.config().hbase().zookeeper(),
                table.config().kafka().bootstrapServers(),
                kind.name(),
                place,
                index));
        command.add(table.id().toString());
        try {
            return new IndexerProcess(new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** SIGKILL. */
    void kill() {
        process.destroyForcibly();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                throw new IllegalStateException("process " + process.pid() + " outlives SIGKILL");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        kill();
    }
}
