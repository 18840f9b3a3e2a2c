/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.search;

import static io.hbasesearch.testing.Fixtures.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.config.LuceneConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.lucene.LuceneBackend;
import io.hbasesearch.testing.Fixtures;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommittedIndexTest {
    private static final Duration NO_LIMIT = Duration.ofDays(1);

    @TempDir
    Path directory;

    private final IndexDefinition definition = Fixtures.messages("mail");
    private LuceneBackend owner;
    private LuceneBackend other;

    @AfterEach
    void close() {
        owner.close();
        other.close();
    }

    @Test
    void anotherProcessSeesWhatTheOwnerHasCommittedAndNothingElse() throws Exception {
        open();
        IndexMetadata metadata = owner.admin().create(definition, Fixtures.source(definition));
        try (DocumentWriter writer = owner.openWriter(definition, metadata, NO_LIMIT);
                DocumentSearcher reader = other.openCommitted(definition)) {
            write(writer, "a", 0);
            commit(writer, 1);
            write(writer, "b", 1);
            reader.refresh();
            assertThat(count(reader)).isEqualTo(1);
            assertThat(reader.get(DocumentId.of(RowKey.utf8("b")))).isEmpty();

            commit(writer, 2);
            assertThat(reader.get(DocumentId.of(RowKey.utf8("b")))).isPresent();
            assertThat(count(reader)).isEqualTo(2);
        }
    }

    @Test
    void anIndexThatDoesNotExistIsNotFound() {
        open();
        assertThatThrownBy(() -> other.openCommitted(definition))
                .isInstanceOf(HBaseSearchException.class)
                .hasMessageContaining("no index mail");
    }

    private void open() {
        LuceneConfig config = new LuceneConfig(directory, Duration.ofMillis(100), 1 << 20);
        owner = new LuceneBackend(config);
        other = new LuceneBackend(config);
    }

    private static void write(DocumentWriter writer, String row, long offset) throws Exception {
        writer.write(List.of(upsert(row, offset, "word"))).get();
    }

    private static void commit(DocumentWriter writer, long next) {
        writer.positions().orElseThrow().commit(Map.of(0, new Position(next, OptionalInt.empty())));
    }

    private static long count(DocumentSearcher reader) {
        long count = 0;
        try (DocumentCursor documents = reader.scan()) {
            for (; documents.hasNext(); documents.next()) {
                count++;
            }
        }
        return count;
    }
}
