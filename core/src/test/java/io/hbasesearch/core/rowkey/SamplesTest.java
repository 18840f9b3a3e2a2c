/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SamplesTest {
    private static final Path DIRECTORY = Path.of("..", "config", "rowkeys");

    @Test
    void everySampleCanBeReadAndIsListedWithItsQuestions() throws IOException {
        String listed = Files.readString(DIRECTORY.resolve("README.md"));
        List<Path> samples;
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            samples = files.filter(file -> file.toString().endsWith(".yaml")).toList();
        }
        assertThat(samples).isNotEmpty().allSatisfy(sample -> {
            assertThat(new RowKeySpecReader(Map.of()).readFile(sample).variants())
                    .isNotEmpty();
            assertThat(listed).contains("](" + sample.getFileName() + ")");
        });
    }
}
