/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.servers.YarnServer;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.testing.OnlyWithFaults;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The command that {@code reindex --print-command} prints, on a YARN cluster whose containers are real processes. */
@ExtendWith(Servers.Extension.class)
@Timeout(900)
class MapReduceClusterIT {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final byte[][] SPLITS = {{0x55}, {(byte) 0xaa}};

    @Test
    @OnlyWithFaults
    void aMapTaskThatIsKilledIsRepeatedAndWhatItCountedIsLeftOut(Servers servers, @TempDir Path directory)
            throws Exception {
        String name = "mapreduceyarn";
        TestTable table = TestTable.create(servers.connection(), name, 1, SPLITS);
        Site site = MapReduceReindexIT.site(servers, directory.resolve("site"), name, table);
        Path classes = Path.of(System.getProperty("hbasesearch.yarn.classes"));
        try (YarnServer yarn =
                        YarnServer.builder(directory.resolve("yarn"), classes).build();
                SearchProcess indexer = SearchProcess.start(site, "indexer")) {
            yarn.start();
            yarn.awaitReady(LIMIT);
            // As it is printed, with slower tasks, so that one of them can be met.
            String printed = site.run(
                    0,
                    "-q",
                    "reindex",
                    name,
                    "--engine",
                    "mapreduce",
                    "--print-command",
                    "--threads",
                    "2",
                    "--rows-per-second",
                    "20");
            Process client = client(yarn, printed.strip(), directory.resolve("client.log"));
            try {
                killOneAttempt(yarn);
                assertThat(client.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
                assertThat(client.exitValue())
                        .as(() -> read(directory.resolve("client.log")))
                        .isZero();
            } finally {
                client.destroyForcibly();
            }
            assertThat(site.run(0, "reindex", "status", name, "-o", "json"))
                    .contains("\"state\":\"done\"", "\"rows\":" + MapReduceReindexIT.OLD_ROWS);
            site.oracle().awaitConverged(table.expected(), LIMIT, () -> site.events("default", name));
            assertThat(indexer.isAlive()).isTrue();
        }
    }

    /** What {@code yarn jar} does with the rest of the line: Hadoop's classes and the jar on one classpath. */
    private static Process client(YarnServer yarn, String printed, Path log) throws Exception {
        List<String> words = Arrays.asList(printed.split(" "));
        assertThat(words.subList(0, 2)).containsExactly("yarn", "jar");
        Path hadoop = Path.of(System.getProperty("hbasesearch.mapreduce"), "launcher", "hadoop.classpath");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(System.getProperty("hbasesearch.jvm.flags").split(" ")));
        command.addAll(List.of(
                "-Xmx384m",
                "-cp",
                words.get(2) + File.pathSeparator + Files.readString(hadoop).strip(),
                "io.hbasesearch.mapreduce.ReindexTool",
                "-conf",
                yarn.clientConfiguration().toString(),
                "-D",
                "yarn.app.mapreduce.am.resource.mb=512",
                "-D",
                "yarn.app.mapreduce.am.command-opts=-Xmx300m",
                "-D",
                "mapreduce.map.memory.mb=768"));
        command.addAll(words.subList(3, words.size()));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    /** With SIGKILL, when it has written something. */
    private static void killOneAttempt(YarnServer yarn) {
        AtomicReference<ProcessHandle> attempt = new AtomicReference<>();
        Oracle.await("a map task runs", LIMIT, () -> {
            Optional<ProcessHandle> found = ProcessHandle.of(yarn.pid())
                    .orElseThrow()
                    .descendants()
                    .filter(process -> process.info().command().orElse("").endsWith("java"))
                    .filter(process -> process.info()
                            .commandLine()
                            .orElse("")
                            .matches("(?s).*YarnChild.*attempt_\\d+_\\d+_m_\\d+_0.*"))
                    .findFirst();
            found.ifPresent(attempt::set);
            return found.isPresent();
        });
        Oracle.await("it has begun", LIMIT, () -> attempt.get()
                .info()
                .totalCpuDuration()
                .map(time -> time.toSeconds() >= 6)
                .orElse(true));
        assertThat(attempt.get().destroyForcibly()).isTrue();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (java.io.IOException e) {
            return e.toString();
        }
    }
}
