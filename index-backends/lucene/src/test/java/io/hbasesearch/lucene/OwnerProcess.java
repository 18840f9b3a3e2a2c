/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import io.hbasesearch.core.config.LuceneConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.testing.Fixtures;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** A process that owns an index and writes to it until it is killed; says so on standard output after each commit. */
public final class OwnerProcess {
    private static final Duration MAX_READ_AGE = Duration.ofHours(6);

    private OwnerProcess() {}

    public static LuceneConfig config(Path directory) {
        return new LuceneConfig(directory, Duration.ofMillis(50), 1 << 20);
    }

    static Process start(Path directory, String index) throws java.io.IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(
                        java,
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OwnerProcess.class.getName(),
                        directory.toString(),
                        index)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    public static void main(String[] arguments) throws Exception {
        LuceneBackend backend = new LuceneBackend(config(Path.of(arguments[0])));
        IndexDefinition definition = Fixtures.messages(arguments[1]);
        IndexMetadata metadata = backend.admin().find(arguments[1]).orElseThrow();
        DocumentWriter writer = backend.openWriter(definition, metadata, MAX_READ_AGE);
        long offset = 0;
        while (true) {
            for (int i = 0; i < 100; i++, offset++) {
                writer.write(List.of(Fixtures.upsert("row" + offset, offset, "number " + offset)))
                        .get();
            }
            // Every other hundred stays uncommitted until the next commit, so that a kill finds something to lose.
            if (offset % 200 == 0) {
                writer.positions().orElseThrow().commit(Map.of(0, new Position(offset, OptionalInt.of(3))));
                System.out.println(offset);
            }
        }
    }
}
