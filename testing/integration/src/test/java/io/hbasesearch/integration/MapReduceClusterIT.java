/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.servers.YarnServer;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.Workload;
import io.hbasesearch.testing.OnlyWithFaults;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The command that {@code reindex --print-command} prints, on a YARN cluster whose containers are real processes. */
@ExtendWith(Servers.Extension.class)
@Timeout(900)
class MapReduceClusterIT {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final long SEED = 47;
    private static final byte[][] SPLITS = {{0x55}, {(byte) 0xaa}};
    /** A region has twice as many as a task writes at a time: so one can be met that has written, and is not done. */
    private static final int ROWS = 3_000;

    private static final String SECRET = "nobody-may-read-this";

    @Test
    @OnlyWithFaults
    void killedMapTaskIsRepeatedAndTheClusterReadsASnapshotToo(Servers servers, @TempDir Path directory)
            throws Exception {
        String name = "mapreduceyarn";
        ReindexStand stand = ReindexStand.withIndex(servers, directory.resolve("site"), name, ROWS, SPLITS);
        stand.configure("hbase:\n", "hbase:\n  site: " + servers.hbase().siteFile() + "\n");
        MapReduceReindexIT.keepVersions(servers, stand.table());
        // Elasticsearch does not ask for it here. It has to get to the tasks all the same.
        Files.writeString(directory.resolve("password"), SECRET);
        stand.configure(
                "    urls:", "    username: job\n    passwordFile: " + directory.resolve("password") + "\n    urls:");
        Path classes = Path.of(System.getProperty("hbasesearch.yarn.classes"));
        try (YarnServer yarn =
                        YarnServer.builder(directory.resolve("yarn"), classes).build();
                SearchProcess indexer = SearchProcess.start(stand.site(), "indexer")) {
            yarn.start();
            yarn.awaitReady(LIMIT);
            Process client = start(yarn, printed(stand, "--threads", "2", "--rows-per-second", "200"), directory);
            try {
                killTasksThatHaveWritten(yarn, stand.site());
                assertNoJobHasTheSecret(yarn);
                assertEnds(client, directory);
            } finally {
                client.destroyForcibly();
            }
            // What the attempts that were killed have read does not count.
            assertThat(stand.counts().rows()).isEqualTo(ROWS);
            stand.awaitConverged();
            try (Workload workload = new Workload(stand.table(), 400, SEED).startSlowly(200)) {
                assertEnds(start(yarn, printed(stand, "--snapshot"), directory), directory);
                assertThat(workload.operations()).isGreaterThan(100);
            }
            assertThat(stand.counts().rows()).isBetween(1L, (long) ROWS);
            stand.awaitConverged();
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    private static List<String> printed(ReindexStand stand, String... options) {
        List<String> arguments =
                new ArrayList<>(List.of("-q", "reindex", stand.name(), "--engine", "mapreduce", "--print-command"));
        arguments.addAll(List.of(options));
        String line = stand.site().run(0, arguments.toArray(String[]::new)).strip();
        return Arrays.asList(line.split(" "));
    }

    /** What {@code yarn jar} does with the words behind it. */
    private static Process start(YarnServer yarn, List<String> printed, Path directory) throws IOException {
        assertThat(printed.subList(0, 2)).containsExactly("yarn", "jar");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-Xmx384m",
                "-cp",
                yarn.clientClasspath().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
                "org.apache.hadoop.util.RunJar"));
        command.addAll(printed.subList(2, printed.size()));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log(directory).toFile())
                .start();
    }

    private static Path log(Path directory) {
        return directory.resolve("client.log");
    }

    private static void assertEnds(Process client, Path directory) throws Exception {
        assertThat(client.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
                .as(Files.readString(log(directory)))
                .isTrue();
        assertThat(client.exitValue()).as(Files.readString(log(directory))).isZero();
    }

    /** With SIGKILL, each first attempt that runs when the index has documents. */
    private static void killTasksThatHaveWritten(YarnServer yarn, Site site) {
        Oracle.await("a map task has written", LIMIT, () -> {
            try {
                return !site.oracle().read().isEmpty();
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        List<ProcessHandle> attempts = ProcessHandle.of(yarn.pid())
                .orElseThrow()
                .descendants()
                .filter(process -> process.info()
                        .commandLine()
                        .orElse("")
                        .matches("(?s)\\S*java .*YarnChild.*attempt_\\d+_\\d+_m_\\d+_0.*"))
                .toList();
        assertThat(attempts).isNotEmpty().allMatch(ProcessHandle::destroyForcibly);
    }

    /** What was submitted, and is shown to whoever asks; credentials are for the job's user alone. */
    private static void assertNoJobHasTheSecret(YarnServer yarn) throws IOException {
        try (Stream<Path> files = Files.walk(yarn.dataDirectory().resolve("staging"))) {
            List<Path> configurations =
                    files.filter(file -> file.endsWith("job.xml")).toList();
            assertThat(configurations).isNotEmpty().allSatisfy(file -> assertThat(file)
                    .content()
                    .contains("hbasesearch.reindex.index")
                    .doesNotContain(SECRET, "passwordFile", "bootstrapServers"));
        }
    }
}
