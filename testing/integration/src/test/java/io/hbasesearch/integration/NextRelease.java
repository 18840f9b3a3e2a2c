/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Classes of ours as a later release would have them. */
final class NextRelease {
    private NextRelease() {}

    /**
     * Compiles one class with one piece of text changed.
     *
     * @param classes an empty directory, which then goes before all others on a class path
     * @param source of the class, from the repository's root
     * @param ours stands there once
     * @return {@code classes}
     */
    static Path compile(Path classes, String source, String ours, String theirs) throws IOException {
        Path file = Path.of(System.getProperty("hbasesearch.repository.root")).resolve(source);
        String text = Files.readString(file, UTF_8);
        assertThat(text).containsOnlyOnce(ours);
        Path changed = Files.writeString(classes.resolve(file.getFileName().toString()), text.replace(ours, theirs));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter problems = new StringWriter();
        List<String> options = List.of(
                "-cp", System.getProperty("java.class.path"), "-d", classes.toString(), "-proc:none", "-nowarn");
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, UTF_8)) {
            boolean compiled = compiler.getTask(problems, files, null, options, null, files.getJavaFileObjects(changed))
                    .call();
            assertThat(compiled).as(problems::toString).isTrue();
        }
        return classes;
    }
}
