/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A codec and a function of one's own, as config/README.md has them: compiled, put into a jar that names them, and given to the
 * distribution's launcher.
 */
@Timeout(120)
class ExtensionJarTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern EXAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern CLASS = Pattern.compile("public final class (\\w+) implements (\\w+)");

    private static final String DEFINITION =
            """
            table: default:t
            fields:
              here:  {column: "d:here", type: long}
              there: {column: "d:there", type: long}
              flags: {column: "d:flags", codec: packed, options: {shift: "8"}, type: int, onError: skip-field}
              far:   {from: [here, there], function: distance, options: {unit: km}, type: double}
            """;

    @TempDir
    Path temp;

    private Path launcher;
    private Path service;
    private Path definition;

    @BeforeEach
    void unpack() throws IOException {
        Path home = Files.createDirectories(temp.resolve("home"));
        launcher = Files.createDirectories(home.resolve("bin")).resolve("hbase-search");
        Files.copy(ROOT.resolve("distribution/src/bin/hbase-search"), launcher);
        Path libraries = Files.createDirectories(home.resolve("lib"));
        Files.writeString(libraries.resolve("classpath"), "lib/all.jar");
        write(libraries.resolve("all.jar"), ownClassPath(), Map.of());
        service = temp.resolve("hbase-search.yaml");
        Files.copy(ROOT.resolve("config/hbase-search.yaml"), service);
        definition = Files.createDirectories(temp.resolve("indexes")).resolve("t.yaml");
        Files.writeString(definition, DEFINITION);
    }

    @Test
    void theExamplesOfTheReadmeAreFoundInAJarOnTheClassPath() throws Exception {
        Path jar = compile();

        assertThat(check(""))
                .contains("t.yaml:5:", "there is no codec packed", "t.yaml:6:", "there is no function distance")
                .contains("HBASE_SEARCH_CLASSPATH adds jars");
        assertThat(check(jar.toString())).contains("No problems");

        Files.writeString(definition, DEFINITION.replace("shift: \"8\"", "shift: eight"));
        assertThat(check(jar.toString()))
                .as("what the codec itself says of its options")
                .contains("t.yaml:5:", "eight");
    }

    private String check(String extensions) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(
                        "sh", launcher.toString(), "config", "check", "--config", service.toString())
                .redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("HBASE_SEARCH_CLASSPATH", extensions);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isEqualTo(output.contains("No problems") ? 0 : 10);
        return output;
    }

    private Path compile() throws IOException {
        List<String> examples = EXAMPLE.matcher(Files.readString(ROOT.resolve("config/README.md")))
                .results()
                .map(example -> example.group(1))
                .toList();
        assertThat(examples).hasSize(2);
        Path classes = Files.createDirectories(temp.resolve("classes"));
        List<String> arguments = new ArrayList<>(
                List.of("-proc:none", "-d", classes.toString(), "-cp", System.getProperty("java.class.path")));
        Map<String, byte[]> entries = new TreeMap<>();
        for (String example : examples) {
            var names = CLASS.matcher(example);
            assertThat(names.find()).as(example).isTrue();
            arguments.add(Files.writeString(temp.resolve(names.group(1) + ".java"), example)
                    .toString());
            entries.put(
                    "META-INF/services/io.hbasesearch.core.extension." + names.group(2),
                    names.group(1).getBytes(StandardCharsets.UTF_8));
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
        try (Stream<Path> compiled = Files.list(classes)) {
            for (Path each : compiled.toList()) {
                entries.put(each.getFileName().toString(), Files.readAllBytes(each));
            }
        }
        Path jar = temp.resolve("extensions.jar");
        write(jar, "", entries);
        return jar;
    }

    /** As addresses, with a blank between. */
    private static String ownClassPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toUri().toString())
                .collect(Collectors.joining(" "));
    }

    private static void write(Path jar, String classPath, Map<String, byte[]> entries) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (!classPath.isEmpty()) {
            manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        }
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                out.putNextEntry(new JarEntry(entry.getKey()));
                out.write(entry.getValue());
            }
        }
    }
}
