/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.benchmarks.baseline.RawBulk.Shape;
import io.hbasesearch.benchmarks.harness.Run;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Spark with Elastic's connector, as a process with a class path of its own ({@code benchmarks/peer}) that loads a topic whenever
 * it is told to, and so is as warm as ours in later rounds. It ends with this JVM, as its standard input does. For one thread.
 */
public final class SparkPeer implements AutoCloseable {
    private static final String MAIN = "io.hbasesearch.benchmarks.peer.Main";
    /** Those that Spark 3.5 asks for on Java 17. */
    private static final List<String> OPENED = List.of(
            "java.lang",
            "java.lang.invoke",
            "java.lang.reflect",
            "java.io",
            "java.net",
            "java.nio",
            "java.util",
            "java.util.concurrent",
            "java.util.concurrent.atomic",
            "sun.nio.ch",
            "sun.nio.cs",
            "sun.security.action",
            "sun.util.calendar");

    private final Process process;
    private final Path log;
    private final BufferedReader answers;
    private final BufferedWriter commands;

    private SparkPeer(Process process, Path log) {
        this.process = process;
        this.log = log;
        this.answers = process.inputReader(UTF_8);
        this.commands = process.outputWriter(UTF_8);
    }

    /**
     * With the heap that this JVM has.
     *
     * @param version of Elasticsearch
     * @throws IllegalStateException if it was not built
     */
    public static SparkPeer start(Run run, String version) throws IOException {
        Path directory = Files.createDirectory(run.directory().resolve("peer"));
        Path log = directory.resolve("peer.log");
        Process process = new ProcessBuilder(command(run, version, directory))
                .redirectError(log.toFile())
                .start();
        SparkPeer peer = new SparkPeer(process, log);
        try {
            peer.require("ready");
            return peer;
        } catch (IOException | RuntimeException e) {
            peer.close();
            throw e;
        }
    }

    private static List<String> command(Run run, String version, Path directory) throws IOException {
        Path built = Path.of(System.getProperty("hbasesearch.repository.root"), "benchmarks", "peer", "target");
        Path dependencies = built.resolve("dependencies.classpath");
        if (!Files.exists(dependencies)) {
            throw new IllegalStateException(
                    "the peer was not built: ./mvnw -Ppeer -pl benchmarks/peer package, without HBASE_SEARCH_BUILT");
        }
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // The heap and the collector that this JVM has.
        long megabytes = Runtime.getRuntime().maxMemory() >> 20;
        line.addAll(List.of(
                "-Xms" + megabytes + "m",
                "-Xmx" + megabytes + "m",
                "-XX:+AlwaysPreTouch",
                "-XX:+UseG1GC",
                "-XX:G1HeapRegionSize=8m"));
        OPENED.forEach(opened -> line.add("--add-opens=java.base/" + opened + "=ALL-UNNAMED"));
        line.addAll(List.of(
                "-cp",
                built.resolve("classes")
                        + File.pathSeparator
                        + Files.readString(dependencies).strip(),
                MAIN));
        line.addAll(List.of(
                run.servers().addresses().bootstrapServers(),
                run.servers().addresses().rawElasticsearch().toString(),
                version,
                directory.toString()));
        return line;
    }

    /**
     * Loads all of a topic into an index.
     *
     * @param bytes of a document, on average
     * @return from the command to its answer
     */
    public Duration load(String topic, String index, Shape shape, long bytes) throws IOException {
        long began = System.nanoTime();
        commands.write(topic + " " + index + " " + shape.batch() + " " + shape.concurrency() + " " + bytes + "\n");
        commands.flush();
        require("done");
        return Duration.ofNanos(System.nanoTime() - began);
    }

    private void require(String expected) throws IOException {
        String answer = answers.readLine();
        if (!expected.equals(answer)) {
            throw new IllegalStateException("the peer answered '" + answer + "': " + lastLines());
        }
    }

    private String lastLines() throws IOException {
        try (Stream<String> lines = Files.lines(log)) {
            List<String> all = lines.toList();
            return String.join("\n", all.subList(Math.max(0, all.size() - 40), all.size()));
        }
    }

    /** What it has taken of the processors until now. */
    public double processorSeconds() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
    }

    @Override
    public void close() throws IOException {
        try (answers;
                commands) {
            process.destroy();
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
