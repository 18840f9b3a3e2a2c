/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The launcher script itself, with a Maven and a Java that only note what they were asked. */
class LauncherTest {
    private static final String FAKE_MAVEN =
            """
            #!/bin/sh
            echo "$@" >> "$(dirname "$0")/maven-calls"
            [ ! -f "$(dirname "$0")/maven-fails" ] || { echo "cannot resolve"; exit 1; }
            sleep 0.3
            mkdir -p cli/target/launcher replication-sink/target core/target .servers
            touch cli/target/hbase-search-cli-1.jar replication-sink/target/hbase-search-replication-sink-1.jar
            touch core/target/core.jar .servers/kafka.classpath
            printf '%s' "$PWD/core/target/core.jar:/elsewhere/library.jar" > cli/target/launcher/dependencies.classpath
            """;
    private static final String FAKE_JAVA =
            """
            #!/bin/sh
            if [ "$1" = -version ]; then echo 'openjdk version "VERSION.0.1" 2026-01-01' >&2; exit; fi
            for argument in "$@"; do printf '<%s>\\n' "$argument"; done
            """;

    @TempDir
    Path temp;

    private Path home;
    private Path jdk;

    @BeforeEach
    void makeARepository() throws Exception {
        home = Files.createDirectories(temp.resolve("a repository"));
        Path script = Path.of(System.getProperty("user.dir")).resolveSibling("hbase-search");
        Files.copy(script, home.resolve("hbase-search"), StandardCopyOption.COPY_ATTRIBUTES);
        write(home.resolve("mvnw"), FAKE_MAVEN);
        write(home.resolve("core/src/main/java/Some.java"), "class Some {}");
        jdk = jdk("17");
    }

    @Test
    void buildsOnFirstUseAndNotAgain() throws Exception {
        Outcome first = launch(home.resolve("hbase-search"), temp, "version");
        Outcome second = launch(home.resolve("hbase-search"), temp, "version");

        assertThat(first.exitCode).as(first.output).isZero();
        assertThat(first.output).contains("Building").contains("<io.hbasesearch.cli.Main>", "<version>");
        assertThat(second.output).doesNotContain("Building").contains("<version>");
        assertThat(mavenCalls()).singleElement().asString().contains("-pl cli -am package");
    }

    @Test
    void runsFromCopiesOfItsOwnJars() throws Exception {
        Outcome outcome = launch(home.resolve("hbase-search"), temp, "version");

        String classpath = outcome.output
                .lines()
                .filter(line -> line.contains("library.jar"))
                .findFirst()
                .orElseThrow();
        assertThat(classpath).contains("/jars.").contains("core.jar").doesNotContain("core/target/core.jar");
    }

    @Test
    void buildsAgainWhenASourceChanged() throws Exception {
        launch(home.resolve("hbase-search"), temp, "version");
        Files.setLastModifiedTime(
                home.resolve("core/src/main/java/Some.java"),
                FileTime.from(Instant.now().plusSeconds(60)));
        launch(home.resolve("hbase-search"), temp, "version");

        assertThat(mavenCalls()).hasSize(2);
    }

    @Test
    void worksThroughASymbolicLinkAndPassesBlanksOn() throws Exception {
        Path link = Files.createSymbolicLink(temp.resolve("hs"), Path.of("a repository/hbase-search"));
        Outcome outcome = launch(link, temp, "search", "mail", "two words");

        assertThat(outcome.exitCode).as(outcome.output).isZero();
        assertThat(outcome.output).contains("<two words>", "<-Dhbasesearch.home=" + home.toRealPath() + ">");
    }

    @Test
    void buildsTheServersOnlyForTheQuickstart() throws Exception {
        launch(home.resolve("hbase-search"), temp, "search", "mail", "elasticsearch");
        launch(home.resolve("hbase-search"), temp, "quickstart");
        launch(home.resolve("hbase-search"), temp, "quickstart", "--index", "elasticsearch", "--check");

        List<String> calls = mavenCalls();
        assertThat(calls).hasSize(3);
        assertThat(calls.get(0)).doesNotContain("local-servers");
        assertThat(calls.get(1)).contains("local-servers/kafka").doesNotContain("local-servers/elasticsearch");
        assertThat(calls.get(2)).contains("local-servers/elasticsearch");
    }

    @Test
    void concurrentFirstUsesBuildOnce() throws Exception {
        List<Process> processes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            processes.add(start(home.resolve("hbase-search"), temp, Map.of(), "version"));
        }
        for (Process process : processes) {
            Outcome outcome = outcome(process);
            assertThat(outcome.exitCode).as(outcome.output).isZero();
        }

        assertThat(mavenCalls()).hasSize(1);
    }

    /** The number may be any process's by then, and in a container it is this one's own. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aLockOfAnotherMachineOrOfAnEarlierStartIsNotWaitedFor() throws Exception {
        long alive = ProcessHandle.current().pid();
        write(home.resolve("cli/target/launcher/lock/pid"), alive + "\nanother-machine 0000-0000\n");
        Outcome outcome = launch(home.resolve("hbase-search"), temp, "version");

        assertThat(outcome.exitCode).as(outcome.output).isZero();
        assertThat(outcome.output).contains("<version>").doesNotContain("waiting");
        assertThat(home.resolve("cli/target/launcher/lock")).doesNotExist();
    }

    @Test
    void aFailedBuildNamesItsLog() throws Exception {
        Files.createFile(home.resolve("maven-fails"));
        Outcome outcome = launch(home.resolve("hbase-search"), temp, "version");

        assertThat(outcome.exitCode).isEqualTo(1);
        assertThat(outcome.output).contains("cannot resolve", "error[BUILD_FAILED]", "build.log", "Hint: ");
    }

    @Test
    void refusesAnOldJavaAndSaysWhatToInstall() throws Exception {
        Path old = jdk("11");
        Outcome outcome = outcome(start(
                home.resolve("hbase-search"),
                temp,
                Map.of("JAVA_HOME", old.toString(), "PATH", old.resolve("bin") + ":/usr/bin:/bin"),
                "version"));

        assertThat(outcome.exitCode).isEqualTo(10);
        assertThat(outcome.output).contains("version 17 or later", "version 11", "Hint: Install one");
        assertThat(mavenCalls()).isEmpty();
    }

    private List<String> mavenCalls() throws IOException {
        Path calls = home.resolve("maven-calls");
        return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    }

    private Path jdk(String version) throws IOException {
        Path directory = temp.resolve("jdk-" + version);
        write(directory.resolve("bin/java"), FAKE_JAVA.replace("VERSION", version));
        write(directory.resolve("bin/javac"), "#!/bin/sh\n");
        return directory;
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Outcome launch(Path script, Path directory, String... arguments) throws Exception {
        return outcome(start(script, directory, Map.of("JAVA_HOME", jdk.toString()), arguments));
    }

    private Process start(Path script, Path directory, Map<String, String> environment, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", script.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", jdk.toString());
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static Outcome outcome(Process process) throws Exception {
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new Outcome(process.exitValue(), output);
    }

    private record Outcome(int exitCode, String output) {}
}
