/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.config.LuceneConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.lucene.LuceneBackend;
import io.hbasesearch.testing.Fixtures;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenIndexesTest {
    private static final long MEGABYTE = 1L << 20;

    @TempDir
    private Path directory;

    @Test
    void allIndexesTogetherHaveAnEighthOfTheHeap() {
        assertThat(OpenIndexes.bufferBytes(64 * MEGABYTE, 1, 512 * MEGABYTE)).isEqualTo(64 * MEGABYTE);
        assertThat(OpenIndexes.bufferBytes(64 * MEGABYTE, 2, 4_096 * MEGABYTE)).isEqualTo(64 * MEGABYTE);
        assertThat(20 * OpenIndexes.bufferBytes(64 * MEGABYTE, 20, 512 * MEGABYTE))
                .isBetween(63 * MEGABYTE, 64 * MEGABYTE);
        assertThat(OpenIndexes.bufferBytes(64 * MEGABYTE, 1_000, 512 * MEGABYTE))
                .isEqualTo(MEGABYTE);
    }

    @Test
    void anIndexHasLessWhileAnotherIsOpen() {
        long heap = Runtime.getRuntime().maxMemory();
        LuceneConfig config = new LuceneConfig(directory, Duration.ofMillis(50), heap);
        IndexMetadata first = create(config, "first");
        IndexMetadata second = create(config, "second");
        try (OpenIndexes open =
                new OpenIndexes(new IndexDirectories(directory, FSDirectory::open), config, Metrics.none())) {
            LuceneIndex one = open.acquire(first);
            assertThat(one.bufferBytes()).isEqualTo(heap / 8);
            LuceneIndex other = open.acquire(second);
            assertThat(one.bufferBytes()).isEqualTo(heap / 16);
            assertThat(other.bufferBytes()).isEqualTo(heap / 16);
            open.release(other);
            assertThat(one.bufferBytes()).isEqualTo(heap / 8);
        }
    }

    private static IndexMetadata create(LuceneConfig config, String name) {
        try (LuceneBackend backend = new LuceneBackend(config)) {
            IndexDefinition definition = Fixtures.messages(name);
            return backend.admin().create(definition, Fixtures.source(definition));
        }
    }
}
