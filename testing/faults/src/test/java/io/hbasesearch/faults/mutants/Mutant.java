/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.mutants;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * A defect, as a change to one source file of production code, which knows nothing of it. Its classes come to stand before
 * the sound ones on the classpath of a process. Immutable.
 *
 * @param name what is wrong with it
 * @param source the file, from the repository's root
 * @param original the text that it replaces, which the file has exactly once
 * @param mutated what stands there instead
 */
public record Mutant(String name, String source, String original, String mutated) {
    /**
     * Compiles the changed file.
     *
     * @param classes where the class files go
     * @throws IllegalStateException if the mutant no longer applies, or does not compile
     */
    public void compile(Path classes) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter problems = new StringWriter();
        List<String> options = List.of(
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString(),
                "--release",
                "17",
                "-proc:none",
                "-nowarn");
        boolean compiled = compiler.getTask(problems, null, null, options, null, List.of(new Source(mutatedSource())))
                .call();
        if (!compiled) {
            throw new IllegalStateException("The mutant '" + name + "' does not compile:\n" + problems);
        }
    }

    private String mutatedSource() throws IOException {
        String text = Files.readString(repository().resolve(source), UTF_8);
        int at = text.indexOf(original);
        if (at < 0 || text.indexOf(original, at + 1) >= 0) {
            throw new IllegalStateException("The mutant '" + name + "' no longer applies: " + source
                    + " must hold exactly once what it replaces:\n" + original
                    + "\nPlant the same defect in the code as it is now.");
        }
        return text.substring(0, at) + mutated + text.substring(at + original.length());
    }

    private static Path repository() {
        return Path.of(System.getProperty("hbasesearch.repository.root"));
    }

    private final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String text) {
            super(URI.create("mutant:///" + source), JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
