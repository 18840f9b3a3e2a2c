/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import io.hbasesearch.servers.ServerDistributions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.lucene.analysis.cn.smart.SmartChineseAnalyzer;
import org.apache.lucene.analysis.ja.JapaneseAnalyzer;
import org.apache.lucene.analysis.ko.KoreanAnalyzer;

/**
 * Adds plugins to the Elasticsearch of tests, which has no analyzers of languages: Maven Central does not have the module and the plugins that
 * ordinary servers have them from. The sources are resources, compiled against the server's own jars.
 */
final class AnalysisPlugins {
    private static final String LINE = "elasticsearch-8";
    private static final String LANGUAGES = "LanguageAnalysisPlugin";
    private static final String WORDS = "WordAnalysisPlugin";

    private AnalysisPlugins() {}

    /** Returns the servers with what the module analysis-common has. */
    static ServerDistributions languages() {
        return with("languages", List.of(LANGUAGES), List.of());
    }

    /** Returns the servers with what the module and the plugins for Chinese, Japanese and Korean words have. */
    static ServerDistributions words() {
        return with(
                "words",
                List.of(LANGUAGES, WORDS),
                List.of(SmartChineseAnalyzer.class, JapaneseAnalyzer.class, KoreanAnalyzer.class));
    }

    private static ServerDistributions with(String name, List<String> plugins, List<Class<?>> libraries) {
        if (!System.getProperty("hbasesearch.servers.elasticsearch", LINE).startsWith(LINE)) {
            return ServerDistributions.fromSystemProperty(); // of another version, whose classes differ
        }
        Path directory = Path.of("target", "elasticsearch-with-" + name).toAbsolutePath();
        try {
            Path given = given();
            Path server = directory.resolve(given.getFileName());
            delete(directory);
            link(given, server);
            List<Path> jars = libraries.stream().map(AnalysisPlugins::jar).toList();
            for (String plugin : plugins) {
                install(server, plugin, jars);
            }
            return new ServerDistributions(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path given() throws IOException {
        try (Stream<Path> entries =
                Files.list(ServerDistributions.fromSystemProperty().directory())) {
            return entries.filter(entry -> entry.getFileName().toString().startsWith(LINE + "."))
                    .max(Comparator.naturalOrder())
                    .orElseThrow(() -> new IOException("there is no Elasticsearch 8 for tests"));
        }
    }

    private static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> paths = Files.walk(directory)) {
                for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private static void link(Path from, Path to) throws IOException {
        try (Stream<Path> paths = Files.walk(from)) {
            for (Path path : paths.toList()) {
                Path target = to.resolve(from.relativize(path));
                if (Files.isDirectory(path)) {
                    Files.createDirectories(target);
                } else {
                    Files.createLink(target, path);
                }
            }
        }
    }

    private static Path jar(Class<?> type) {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
    }

    private static void install(Path server, String plugin, List<Path> libraries) throws IOException {
        Path home = Files.createDirectories(server.resolve("plugins").resolve(plugin));
        Path source = home.resolve(plugin + ".java");
        try (InputStream text = AnalysisPlugins.class.getResourceAsStream("/analysis-plugin/" + plugin + ".java")) {
            Files.copy(Objects.requireNonNull(text, plugin), source);
        }
        Path classes = Files.createDirectory(home.resolve("classes"));
        List<Path> classpath = new ArrayList<>(libraries);
        try (Stream<Path> jars = Files.list(server.resolve("lib"))) {
            jars.filter(path -> path.toString().endsWith(".jar")).forEach(classpath::add);
        }
        run(
                "javac",
                "-proc:none",
                "-d",
                classes.toString(),
                "-cp",
                classpath.stream()
                        .map(Path::toString)
                        .collect(Collectors.joining(System.getProperty("path.separator"))),
                source.toString());
        run("jar", "--create", "--file", home.resolve(plugin + ".jar").toString(), "-C", classes.toString(), ".");
        delete(classes);
        Files.delete(source);
        if (plugin.equals(WORDS)) {
            for (Path library : libraries) {
                Files.copy(library, home.resolve(library.getFileName()));
            }
        }
        String version = server.getFileName().toString().substring("elasticsearch-".length());
        Files.writeString(
                home.resolve("plugin-descriptor.properties"),
                """
                name=%1$s
                description=Analyzers for tests
                version=1
                classname=io.hbasesearch.analysis.%1$s
                elasticsearch.version=%2$s
                java.version=17
                """
                        .formatted(plugin, version));
    }

    private static void run(String tool, String... arguments) {
        int status = ToolProvider.findFirst(tool).orElseThrow().run(System.out, System.err, arguments);
        if (status != 0) {
            throw new IllegalStateException(tool + " ended with status " + status);
        }
    }
}
