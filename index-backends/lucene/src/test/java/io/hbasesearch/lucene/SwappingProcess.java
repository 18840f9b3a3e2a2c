/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import io.hbasesearch.core.spi.IndexGeneration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A process that makes one generation live after the other until it is killed; says so on standard output after each. */
public final class SwappingProcess {
    private SwappingProcess() {}

    public static Process start(Path directory, String index) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(
                        java,
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SwappingProcess.class.getName(),
                        directory.toString(),
                        index)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    public static void main(String[] arguments) {
        LuceneBackend backend = new LuceneBackend(OwnerProcess.config(Path.of(arguments[0])));
        List<IndexGeneration> generations = backend.generations().list(arguments[1]);
        while (true) {
            for (IndexGeneration generation : generations) {
                backend.generations().makeLive(generation.metadata());
                System.out.println(generation.name());
            }
        }
    }
}
