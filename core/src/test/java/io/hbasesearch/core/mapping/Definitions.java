/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Definitions as people write them. */
final class Definitions {
    private Definitions() {}

    /** @param text without the table */
    static IndexDefinition read(Path directory, String text) {
        try {
            Path file = Files.writeString(directory.resolve("t.yaml"), "table: t\n" + text);
            return new IndexDefinitionReader(Map.of()).readFile(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static RowMapper mapper(Path directory, String text) {
        return new RowMapper(read(directory, text));
    }
}
