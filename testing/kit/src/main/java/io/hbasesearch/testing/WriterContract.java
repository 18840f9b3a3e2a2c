/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import static io.hbasesearch.testing.Fixtures.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of batches: each operation has its own fate, and what was acknowledged stays. */
public abstract class WriterContract extends BackendContract {
    private static final int TOO_LONG_FOR_A_TERM = 40_000;

    static Stream<Document> documents_that_no_index_takes() {
        return Stream.of(
                new Document(Map.of("body", "bad", "sender", "x".repeat(TOO_LONG_FOR_A_TERM))),
                new Document(Map.of("body", "bad", "size", "not a number")));
    }

    @ParameterizedTest
    @MethodSource("documents_that_no_index_takes")
    void aBadDocumentIsRejectedAlone(Document bad) {
        try (DocumentWriter writer = openWriter()) {
            List<WriteResult> results =
                    write(writer, upsert("a", 1, "good"), upsert("b", 2, bad), upsert("c", 3, "good too"));
            assertThat(results).hasSize(3);
            assertThat(results.get(0)).isInstanceOf(WriteResult.Applied.class);
            assertThat(results.get(1)).isInstanceOf(WriteResult.Rejected.class);
            assertThat(results.get(2)).isInstanceOf(WriteResult.Applied.class);
        }
        assertThat(rows()).containsExactlyInAnyOrder("a", "c");
    }

    @ParameterizedTest
    @MethodSource("documents_that_no_index_takes")
    void aRejectedDocumentLeavesTheRowAsItWasAndOpenToItsStub(Document bad) {
        try (DocumentWriter writer = openWriter()) {
            write(writer, upsert("a", 1, "good"));
            assertThat(write(writer, upsert("a", 2, bad)).get(0)).isInstanceOf(WriteResult.Rejected.class);
            assertThat(scanAll()).singleElement().satisfies(document -> assertThat(document.document())
                    .isEqualTo(Fixtures.message("good")));
            assertThat(write(writer, Fixtures.failed("a", 2)).get(0)).isInstanceOf(WriteResult.Applied.class);
        }
    }

    @Test
    void anOperationWhoseReadIsTooOldIsNotWritten() {
        long now = System.currentTimeMillis();
        long old = now - MAX_READ_AGE.toMillis() - 60_000;
        long young = now - MAX_READ_AGE.toMillis() + 60_000;
        RowKey late = RowKey.utf8("late");
        try (DocumentWriter writer = openWriter()) {
            List<WriteResult> results = write(
                    writer,
                    new IndexOperation.Upsert(late, Fixtures.version(1), old, Fixtures.message("old")),
                    new IndexOperation.Upsert(
                            RowKey.utf8("young"), Fixtures.version(2), young, Fixtures.message("new")),
                    new IndexOperation.MarkDeleted(RowKey.utf8("gone"), Fixtures.version(3), old),
                    upsert("b", 4, "good"));
            assertThat(results)
                    .containsExactly(
                            new WriteResult.ReadTooOld(),
                            new WriteResult.Applied(),
                            new WriteResult.ReadTooOld(),
                            new WriteResult.Applied());
        }
        assertThat(rows()).containsExactlyInAnyOrder("young", "b");
    }

    @Test
    void anEmptyBatchIsAnswered() {
        try (DocumentWriter writer = openWriter()) {
            assertThat(write(writer, List.of())).isEmpty();
        }
    }

    @Test
    void aLargeBatchIsAnsweredInOrder() {
        List<IndexOperation> batch = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            batch.add(upsert("row" + i, i, "number " + i));
        }
        try (DocumentWriter writer = openWriter()) {
            write(writer, upsert("row1234", 5_000, "newer"));
            List<WriteResult> results = write(writer, batch);
            assertThat(results).hasSize(3_000);
            assertThat(results.get(1234)).isEqualTo(new WriteResult.Superseded());
            assertThat(results).filteredOn(new WriteResult.Applied()::equals).hasSize(2_999);
            assertThat(writer.check().ok()).isTrue();
        }
        assertThat(scanAll()).hasSize(3_000);
    }

    @Test
    void aListenerHearsOfEachOperationOfABatchOnce() throws InterruptedException {
        List<IndexOperation> batch = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            batch.add(i % 7 == 0 ? Fixtures.deleted("row" + i, i) : upsert("row" + i, i, "number " + i));
        }
        HeardResults heard = new HeardResults(batch.size());
        try (DocumentWriter writer = openWriter()) {
            write(writer, upsert("row1234", 5_000, "newer"));
            writer.write(batch, heard);
            heard.awaitAll();
        }
        assertThat(heard.failures()).isEmpty();
        assertThat(heard.results()).containsEntry(1234, new WriteResult.Superseded());
        assertThat(heard.results().values())
                .filteredOn(new WriteResult.Applied()::equals)
                .hasSize(2_999);
    }

    @Test
    void closeLosesNothingThatWasAcknowledged() throws InterruptedException {
        List<CompletableFuture<List<WriteResult>>> futures = new ArrayList<>();
        DocumentWriter writer = openWriter();
        for (int i = 0; i < 200; i++) {
            futures.add(writer.write(List.of(upsert("row" + i, i, "number " + i))));
        }
        writer.close();
        writer.close();
        harness().reopen(metadata());
        Set<String> present = rows();
        for (int i = 0; i < futures.size(); i++) {
            assertThat(futures.get(i)).as("the future of row %d", i).isDone();
            if (!futures.get(i).isCompletedExceptionally()) {
                assertThat(present).contains("row" + i);
            }
        }
        assertThat(futures)
                .filteredOn(future -> !future.isCompletedExceptionally())
                .isNotEmpty();
    }

    @Test
    void aClosedWriterCancelsWhatItIsGiven() throws InterruptedException {
        DocumentWriter writer = openWriter();
        writer.close();
        CompletableFuture<List<WriteResult>> late = writer.write(List.of(upsert("a", 1, "late")));
        assertThatThrownBy(late::join).isInstanceOf(CancellationException.class);
        HeardResults heard = new HeardResults(2);
        writer.write(List.of(upsert("b", 2, "late"), upsert("c", 3, "late")), heard);
        assertThat(heard.awaitAll().failures().values()).hasSize(2).allMatch(CancellationException.class::isInstance);
        assertThat(scanAll()).isEmpty();
    }

    @Test
    void aWriteToAnIndexThatWasDeletedFailsAndDoesNotCreateIt() {
        try (DocumentWriter writer = openWriter()) {
            write(writer, upsert("a", 1, "first"));
            assertThat(admin().delete(definition().name())).isTrue();
            assertThatThrownBy(() -> write(writer, upsert("b", 2, "second")))
                    .isInstanceOfSatisfying(HBaseSearchException.class, failure -> assertThat(failure.code())
                            .isEqualTo(ErrorCode.INDEX_NOT_FOUND));
            assertThat(writer.check().ok()).isFalse();
        }
        assertThat(admin().find(definition().name())).isEmpty();
        assertThat(admin().list())
                .noneMatch(found -> found.index().equals(definition().name()));
    }

    @Test
    void anIndexThatDoesNotExistIsNotOpened() {
        admin().delete(definition().name());
        assertThatThrownBy(this::openWriter)
                .isInstanceOfSatisfying(HBaseSearchException.class, failure -> assertThat(failure.code())
                        .isEqualTo(ErrorCode.INDEX_NOT_FOUND));
        assertThat(admin().find(definition().name())).isEmpty();
    }

    private Set<String> rows() {
        return scanAll().stream()
                .map(IndexedDocument::row)
                .map(row -> row.bytes().utf8())
                .collect(Collectors.toSet());
    }
}
