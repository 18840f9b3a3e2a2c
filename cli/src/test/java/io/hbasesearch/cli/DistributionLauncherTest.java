/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script in the distribution, with a Java that only notes what it was asked. There is no compiler and no Maven. */
class DistributionLauncherTest {
    @TempDir
    Path temp;

    private Path home;
    private Path script;

    @BeforeEach
    void unpack() throws IOException {
        home = temp.toRealPath().resolve("a distribution");
        script = home.resolve("bin/hbase-search");
        Files.createDirectories(script.getParent());
        Files.createDirectories(home.resolve("lib"));
        Files.copy(Path.of(System.getProperty("user.dir")).resolveSibling("distribution/src/bin/hbase-search"), script);
        Files.writeString(home.resolve("lib/classpath"), "lib/z.jar:lib/a.jar");
    }

    @Test
    void runsTheProgramWithItsLibrariesInTheirOrder() throws Exception {
        Outcome outcome = launch(script, jre("17"), "search", "mail", "two words");

        assertThat(outcome.exitCode).as(outcome.output).isZero();
        assertThat(outcome.output)
                .contains(
                        "<" + home + "/lib/z.jar:" + home + "/lib/a.jar>",
                        "<-Dhbasesearch.home=" + home + ">",
                        "<io.hbasesearch.cli.Main>",
                        "<two words>");
    }

    @Test
    void worksThroughASymbolicLink() throws Exception {
        Path link = Files.createSymbolicLink(temp.resolve("hs"), Path.of("a distribution/bin/hbase-search"));

        assertThat(launch(link, jre("21"), "version").output).contains("<-Dhbasesearch.home=" + home + ">");
    }

    @Test
    void refusesAnOldJavaAndNoneAtAll() throws Exception {
        assertThat(launch(script, jre("11"), "version"))
                .satisfies(old -> assertThat(old.exitCode).isEqualTo(10))
                .satisfies(old -> assertThat(old.output).contains("needs Java 17", "version 11", "Hint: Install one"));
        assertThat(launch(script, temp.resolve("nothing"), "version"))
                .satisfies(none -> assertThat(none.exitCode).isEqualTo(10))
                .satisfies(none -> assertThat(none.output).contains("there is no Java", "Hint: Install"));
    }

    @Test
    void saysWhereTheQuickstartIs() throws Exception {
        Outcome outcome = launch(script, jre("17"), "--quiet", "quickstart");

        assertThat(outcome.exitCode).isEqualTo(10);
        assertThat(outcome.output).contains("not in this distribution", "docker compose up --build");
        assertThat(launch(script, jre("17"), "search", "mail", "quickstart").exitCode)
                .as("a word that is searched for")
                .isZero();
    }

    private Path jre(String version) throws IOException {
        Path java = temp.resolve("jre-" + version).resolve("bin/java");
        Files.createDirectories(java.getParent());
        Files.writeString(
                java,
                """
                #!/bin/sh
                if [ "$1" = -version ]; then echo 'openjdk version "%s.0.1" 2026-01-01' >&2; exit; fi
                for argument in "$@"; do printf '<%%s>\\n' "$argument"; done
                """
                        .formatted(version));
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        return java.getParent().getParent();
    }

    private static Outcome launch(Path script, Path javaHome, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("sh", script.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", javaHome.toString());
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new Outcome(process.exitValue(), output);
    }

    private record Outcome(int exitCode, String output) {}
}
