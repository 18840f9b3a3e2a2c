/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.config.LuceneConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.WriteResult;
import io.hbasesearch.lucene.LuceneBackend;
import io.hbasesearch.lucene.OwnerProcess;
import io.hbasesearch.lucene.write.DocumentStore;
import io.hbasesearch.testing.Fixtures;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One look-up serves a whole slice, during which refreshes go on. */
class VersionLookupTest {
    @TempDir
    private Path directory;

    private final IndexDefinition definition = Fixtures.messages("versions");
    private LuceneBackend backend;
    private OpenIndexes open;
    private LuceneIndex index;

    @BeforeEach
    void openIndex() {
        backend = new LuceneBackend(OwnerProcess.config(directory));
        IndexMetadata metadata = backend.admin().create(definition, Fixtures.source(definition));
        open = new OpenIndexes(
                new IndexDirectories(directory, FSDirectory::open),
                new LuceneConfig(directory, Duration.ofHours(1), 1 << 20),
                Metrics.none());
        index = open.acquire(metadata);
    }

    @AfterEach
    void closeIndex() {
        open.close();
        backend.close();
    }

    @Test
    void aVersionThatWasRefreshedAwayFromMemoryMeanwhileIsFound() throws IOException {
        DocumentStore store = new DocumentStore(index, definition);
        IndexOperation first = Fixtures.upsert("a", 1, "first");
        IndexOperation second = Fixtures.upsert("a", 2, "second");
        String id = first.id().value();
        try (VersionLookup early = index.versionLookup();
                VersionLookup writing = index.versionLookup()) {
            assertThat(early.find(id)).isEmpty();
            assertThat(store.write(first, writing)).isEqualTo(new WriteResult.Applied());
            assertThat(early.find(id)).hasValue(first.version().value());
            index.refresh();
            assertThat(index.unrefreshed().get(id)).isEmpty();
            assertThat(early.find(id)).hasValue(first.version().value());

            assertThat(store.write(second, writing)).isEqualTo(new WriteResult.Applied());
            index.refresh();
            assertThat(early.find(id)).hasValue(second.version().value());
            assertThat(store.write(first, early)).isEqualTo(new WriteResult.Superseded());
        }
    }
}
