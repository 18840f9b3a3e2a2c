/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import static org.assertj.core.api.Assertions.assertThat;

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

    @TempDir
    Path docs;

    @BeforeEach
    void copy() throws Exception {
        Path repository = Path.of(System.getProperty("user.dir")).getParent();
        Process copying = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        repository
                                .resolve("distribution/src/docs/ArchiveDocs.java")
                                .toString(),
                        repository.toString(),
                        docs.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(copying.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(copying.waitFor()).as(output).isZero();
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
        assertThat(docs.resolve("docs/deploying.md")).content().contains("(../README.md#a-real-deployment)");
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

    private List<Path> texts() throws IOException {
        try (Stream<Path> files = Files.walk(docs)) {
            return files.filter(file -> file.toString().endsWith(".md")).toList();
        }
    }
}
