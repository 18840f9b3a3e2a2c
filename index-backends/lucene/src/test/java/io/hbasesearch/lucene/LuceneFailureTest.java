/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import static io.hbasesearch.testing.Fixtures.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.FailureClass;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.core.spi.WriteResult;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.lucene.index.FaultyDisk;
import io.hbasesearch.testing.Fixtures;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A disk that fills up, and callers who are interrupted: the first is fatal, the second must not be. */
@Timeout(60)
class LuceneFailureTest {
    private static final Duration MAX_READ_AGE = Duration.ofHours(6);
    private static final Query ALL = new Query.MatchAll();
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    private final IndexDefinition definition = Fixtures.messages("failing");
    private final FaultyDisk disk = new FaultyDisk();
    private LuceneBackend backend;
    private DocumentWriter writer;
    private DocumentSearcher searcher;

    @BeforeEach
    void openIndex() {
        backend = new LuceneBackend(OwnerProcess.config(directory), Metrics.none(), Clock.systemUTC(), disk);
        IndexMetadata metadata = backend.admin().create(definition, Fixtures.source(definition));
        writer = backend.openWriter(definition, metadata, MAX_READ_AGE);
        searcher = backend.openSearcher(definition);
    }

    @AfterEach
    void closeBackend() {
        Thread.interrupted();
        backend.close();
    }

    @Test
    void fullDiskStopsWritesButKeepsSearchesAndTheLastCommit() throws Exception {
        write("a", 1);
        writer.positions().orElseThrow().commit(position(2));
        searcher.refresh();
        write("b", 2);
        disk.fail("No space left on device");

        assertThatThrownBy(() -> writer.positions().orElseThrow().commit(position(3)))
                .satisfies(LuceneFailureTest::namesTheDisk);
        CompletableFuture<List<WriteResult>> later = writer.write(List.of(upsert("c", 3, "cat")));
        assertThatThrownBy(() -> later.get(30, TimeUnit.SECONDS)).cause().satisfies(LuceneFailureTest::namesTheDisk);
        assertThat(writer.check().ok()).isFalse();
        assertThat(writer.check().message()).contains("No space left on device");
        assertThat(backend.check().ok()).isFalse();
        assertThat(searcher.search(request(PATIENCE)).total()).isEqualTo(1);
        backend.close();

        try (LuceneBackend mended = new LuceneBackend(OwnerProcess.config(directory));
                DocumentWriter reopened = mended.openWriter(
                        definition, mended.admin().find(definition.name()).orElseThrow(), MAX_READ_AGE)) {
            assertThat(reopened.positions().orElseThrow().load()).isEqualTo(position(2));
            assertThat(mended.admin().statistics(definition.name()).documents()).isEqualTo(1);
        }
    }

    private static void namesTheDisk(Throwable thrown) {
        assertThat(thrown).isInstanceOfSatisfying(HBaseSearchException.class, failure -> {
            assertThat(failure.failureClass()).isEqualTo(FailureClass.FATAL);
            assertThat(failure).hasMessageContaining("No space left on device").hasMessageContaining("failing");
            assertThat(failure.hint()).isPresent();
        });
    }

    @Test
    void anInterruptedCallerDoesNotBreakTheIndex() throws Exception {
        write("a", 1);
        Thread.currentThread().interrupt();
        searcher.refresh();
        assertThat(searcher.search(request(PATIENCE)).total()).isEqualTo(1);
        assertThat(searcher.get(DocumentId.of(RowKey.utf8("a")))).isPresent();
        writer.positions().orElseThrow().commit(position(2));
        assertThatThrownBy(() -> writer.write(List.of(upsert("b", 2, "cat")))).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted())
                .as("the flag is consumed by the exception")
                .isFalse();
        write("b", 2);
        assertThat(writer.check().ok()).isTrue();
    }

    @Test
    void closingWhileInterruptedKeepsWhatWasAcknowledged() throws Exception {
        List<CompletableFuture<List<WriteResult>>> writes = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            writes.add(writer.write(List.of(upsert("row" + i, i, "cat"))));
        }
        writes.get(0).get(30, TimeUnit.SECONDS);
        Thread.currentThread().interrupt();
        backend.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(writes).allMatch(CompletableFuture::isDone);
        long acknowledged = writes.stream()
                .filter(write -> !write.isCompletedExceptionally())
                .count();
        try (LuceneBackend reopened = new LuceneBackend(OwnerProcess.config(directory))) {
            assertThat(reopened.admin().statistics(definition.name()).documents())
                    .isEqualTo(acknowledged);
        }
    }

    @Test
    void aSearchThatIsCutShortSaysSo() throws Exception {
        write("a", 1);
        searcher.refresh();
        SearchResult cut = searcher.search(request(Duration.ofNanos(1)));
        assertThat(cut.timedOut()).isTrue();
        assertThat(cut.totalIsExact()).isFalse();
        assertThat(searcher.search(request(PATIENCE)).timedOut()).isFalse();
    }

    private void write(String row, long offset) throws Exception {
        assertThat(writer.write(List.of(upsert(row, offset, "cat"))).get(30, TimeUnit.SECONDS))
                .containsExactly(new WriteResult.Applied());
    }

    private static SearchRequest request(Duration timeout) {
        return new SearchRequest(ALL, List.of(), 10, timeout);
    }

    private static Map<Integer, Position> position(long next) {
        return Map.of(0, new Position(next, OptionalInt.of(1)));
    }
}
