/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The documentation as the release's archive has it: made by the program that the release's build runs. */
class DistributionDocsTest {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(?:#[^)]*)?\\)");

    private static final Path REPOSITORY =
            Path.of(System.getProperty("user.dir")).getParent();

    @TempDir
    Path docs;

    @BeforeEach
    void copy() throws Exception {
        copy(REPOSITORY, docs);
    }

    private static void copy(Path repository, Path target) throws Exception {
        output(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                REPOSITORY.resolve("distribution/src/docs/ArchiveDocs.java").toString(),
                repository.toString(),
                target.toString());
    }

    private static String output(String... command) throws Exception {
        Process process = new ProcessBuilder(command)
                .directory(REPOSITORY.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        List<String> dead = new ArrayList<>();
        for (Path text : texts()) {
            Matcher links = LINK.matcher(Files.readString(text));
            while (links.find()) {
                String address = links.group(1);
                if (!address.contains(":") && !Files.exists(text.resolveSibling(address))) {
                    dead.add(docs.relativize(text) + " -> " + address);
                }
            }
        }
        assertThat(dead).isEmpty();
        // What was taken, and what a link to it became.
        assertThat(docs.resolve("docs/deploying.md")).content().contains("(../cli/README.md#verify)");
        assertThat(docs.resolve("config/rowkeys/trades.yaml")).exists();
        assertThat(docs.resolve("docs/spec/README.md")).content().contains("ReadabilityBarrier");
    }

    @Test
    void commandsAreThoseOfTheArchive() throws IOException {
        for (Path text : texts()) {
            assertThat(text).content().doesNotContain("./hbase-search");
        }
        assertThat(docs.resolve("README.md")).content().contains("bin/hbase-search doctor");
    }

    @Test
    void whatAnOperatorWroteBesideTheSamplesIsNotCopied(@TempDir Path clone, @TempDir Path target) throws Exception {
        for (String directory : List.of("config", "deploy", "docker", "docs", "distribution/src")) {
            copyTree(REPOSITORY.resolve(directory), clone.resolve(directory));
        }
        List<String> own = List.of(
                "config/elasticsearch-password",
                "config/hbase-search.yaml.orig",
                "config/tls/key.pem",
                "config/indexes/letters.yaml",
                "config/rowkeys/letters.yaml",
                "deploy/systemd/environment",
                "docker/settings.xml",
                "docs/notes.txt");
        for (String file : own) {
            Files.createDirectories(clone.resolve(file).getParent());
            Files.writeString(clone.resolve(file), "hush");
        }
        Path configuration = clone.resolve("config/hbase-search.yaml");
        Files.writeString(configuration, "index: {elasticsearch: {password: hush}}");

        copy(clone, target);

        assertThat(own).allSatisfy(file -> assertThat(target.resolve(file)).doesNotExist());
        Path shipped = REPOSITORY.resolve("distribution/src/config/hbase-search.yaml");
        assertThat(target.resolve("config/hbase-search.yaml")).hasSameTextualContentAs(shipped);
        assertThat(target.resolve("config/rowkeys/trades.yaml")).exists();

        // As in the stage that builds the images, into which the site's own does not come.
        Files.delete(configuration);
        copy(clone, target);
        assertThat(target.resolve("config/hbase-search.yaml")).hasSameTextualContentAs(shipped);
    }

    @Test
    void whatGitHasIsCopied() throws Exception {
        assumeThat(gitAnswers()).as("Git, of this directory").isTrue();
        List<String> tracked = List.of(
                output("git", "ls-files", "config", "deploy", "docker", "docs").split("\n"));
        List<String> copied = new ArrayList<>();
        for (String directory : List.of("config", "deploy", "docker", "docs")) {
            try (Stream<Path> files = Files.walk(docs.resolve(directory))) {
                files.filter(Files::isRegularFile)
                        .forEach(file -> copied.add(docs.relativize(file).toString()));
            }
        }
        assertThat(copied)
                .as("distribution/src/docs/shipped names what is copied")
                .containsAll(tracked);
        // As it is staged: what somebody wrote into it for servers of their own may stand in the clone.
        assertThat(REPOSITORY.resolve("distribution/src/config/hbase-search.yaml"))
                .as("the sample of the release is a copy of that in config")
                .hasContent(output("git", "show", ":config/hbase-search.yaml"));
    }

    /** Not in an unpacked archive of the sources, and not in a clone whose owner Git does not trust. */
    private static boolean gitAnswers() throws InterruptedException {
        try {
            return Files.exists(REPOSITORY.resolve(".git"))
                    && new ProcessBuilder("git", "rev-parse", "--git-dir")
                                    .directory(REPOSITORY.toFile())
                                    .redirectErrorStream(true)
                                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                                    .start()
                                    .waitFor()
                            == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static void copyTree(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    private List<Path> texts() throws IOException {
        try (Stream<Path> files = Files.walk(docs)) {
            return files.filter(file -> file.toString().endsWith(".md")).toList();
        }
    }
}
