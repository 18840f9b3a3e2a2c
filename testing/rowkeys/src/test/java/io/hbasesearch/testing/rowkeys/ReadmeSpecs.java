/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing.rowkeys;

import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/** The specifications that stand as examples in config/rowkeys/README.md. */
final class ReadmeSpecs {
    private static final Pattern EXAMPLE = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

    private ReadmeSpecs() {}

    /** The only one that says so. */
    static RowKeySpec named(Path directory, String words) throws IOException {
        String readme = Files.readString(Path.of("..", "..", "config", "rowkeys", "README.md"));
        String found = EXAMPLE.matcher(readme)
                .results()
                .map(example -> example.group(1))
                .filter(example -> example.contains(words))
                .reduce((one, other) -> {
                    throw new AssertionError("two examples say " + words);
                })
                .orElseThrow(() -> new AssertionError("no example says " + words));
        return new RowKeySpecReader(Map.of()).readFile(Files.writeString(directory.resolve("example.yaml"), found));
    }
}
