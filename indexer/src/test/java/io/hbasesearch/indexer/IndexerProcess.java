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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An indexer in a JVM of its own, to be killed: nothing of it gets a chance to finish. Owns the process. */
final class IndexerProcess implements AutoCloseable {
    private final Process process;
    private final Path output;

    private IndexerProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** What the other JVM runs, until it is killed or its standard input, which this JVM holds open, ends. */
    public static void main(String[] args) throws IOException {
        ServiceConfig config =
                TestSettings.withStubRetention(TestSettings.config(args[0], args[1]), Duration.parse(args[6]));
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
        return start(table, kind, place, index, table.config().indexer().stubRetention());
    }

    static IndexerProcess start(TestTable table, BackendKind kind, String place, String index, Duration stubRetention) {
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
        command.add(stubRetention.toString());
        try {
            Path output = TestServers.directory("process").resolve("output");
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            return new IndexerProcess(process, output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Has the process tell of its statuses, and looks for a word in what it has told so far. */
    boolean tells(String word) {
        try {
            process.getOutputStream().write('?');
            process.getOutputStream().flush();
            return Files.readString(output).contains(word);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** SIGSTOP: the process stands still, with all that it holds. */
    void freeze() {
        signal("STOP");
    }

    /** SIGCONT. */
    void goOn() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            // The shell's own kill: small systems have no other.
            int exit = new ProcessBuilder("/bin/sh", "-c", "kill -s \"$1\" \"$2\"", "kill", name, process.pid() + "")
                    .start()
                    .waitFor();
            if (exit != 0) {
                throw new IllegalStateException("no SIG" + name + " for process " + process.pid());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
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
