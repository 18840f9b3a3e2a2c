/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.testing.OnlyWithFaults;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The commands of the tutorial, in its order, against servers as the quickstart starts them. */
@OnlyWithFaults
@ExtendWith(Servers.Extension.class)
@Timeout(600)
class TutorialIT {
    private static final Path ROOT = Path.of(System.getProperty("hbasesearch.repository.root"));
    private static final Pattern BLOCK = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
    private static final String PROGRAM = "./hbase-search ";

    @Test
    void eachCommandDoesWhatThePageSays(Servers servers, @TempDir Path directory) throws Exception {
        List<String> commands = commands("docs/tutorial.md");
        assertThat(commands("docs/tutorial.zh-CN.md")).isEqualTo(commands);
        Site site = site(servers, directory);
        long begin = System.nanoTime();
        try (SearchProcess serve = SearchProcess.start(site, "serve")) {
            for (String command : commands) {
                if (command.startsWith("java ")) {
                    generate(command, directory);
                } else if (command.startsWith(PROGRAM + "search ")) {
                    Oracle.await(command + " finds a row", Duration.ofSeconds(30), () -> findsRows(site, command));
                } else {
                    String output = site.run(0, words(command.substring(PROGRAM.length()), directory));
                    assertThat(output).as(command).doesNotContain("error[");
                }
            }
            assertThat(serve.isAlive()).isTrue();
        }
        System.out.printf(
                "%d commands of docs/tutorial.md took %d s%n",
                commands.size(), Duration.ofNanos(System.nanoTime() - begin).toSeconds());
    }

    private static List<String> commands(String page) throws IOException {
        List<String> commands = new ArrayList<>();
        Matcher block = BLOCK.matcher(Files.readString(ROOT.resolve(page)));
        while (block.find()) {
            commands.addAll(block.group(1).lines().toList());
        }
        assertThat(commands).hasSizeGreaterThan(10);
        return commands;
    }

    private static boolean findsRows(Site site, String command) {
        String output = site.run(0, words(command.substring(PROGRAM.length()) + " -o json", Path.of("")));
        return output.contains("\"row\":");
    }

    private static void generate(String command, Path directory) throws Exception {
        String[] parts = command.split(" > ");
        Process process = new ProcessBuilder(parts[0].split(" "))
                .directory(ROOT.toFile())
                .redirectOutput(directory.resolve(parts[1]).toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(process.waitFor()).isZero();
    }

    /** Returns the arguments of a command; a file that the tutorial makes is in this directory. */
    private static String[] words(String line, Path directory) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(line);
        while (word.find()) {
            String text = word.group(1) == null ? word.group(2) : word.group(1);
            words.add(text.endsWith(".ndjson") ? directory.resolve(text).toString() : text);
        }
        return words.toArray(String[]::new);
    }

    private static Site site(Servers servers, Path directory) throws Exception {
        Site site = new Site(servers.addresses(), directory, "default:other", "other");
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Files.writeString(
                site.config(),
                Files.readString(site.config())
                        .replace(
                                "backend: elasticsearch",
                                "backend: lucene\n  lucene:\n    directory: " + directory.resolve("lucene"))
                        .replace("gateway:\n  port: 0", "gateway:\n  port: " + port));
        return site;
    }
}
