/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import static io.hbasesearch.testing.Fixtures.deleted;
import static io.hbasesearch.testing.Fixtures.failed;
import static io.hbasesearch.testing.Fixtures.message;
import static io.hbasesearch.testing.Fixtures.upsert;
import static io.hbasesearch.testing.Fixtures.version;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.IndexedDocument.State;
import io.hbasesearch.core.spi.WriteResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The highest version of a row wins, whatever was written before it, after it or beside it. */
public abstract class VersionContract extends BackendContract {
    private static final WriteResult APPLIED = new WriteResult.Applied();
    private static final WriteResult SUPERSEDED = new WriteResult.Superseded();

    /** What a row may be without having a document. */
    enum Stub {
        DELETED(State.DELETED) {
            @Override
            IndexOperation at(String row, long offset) {
                return deleted(row, offset);
            }
        },
        FAILED(State.FAILED) {
            @Override
            IndexOperation at(String row, long offset) {
                return failed(row, offset);
            }
        };

        final State state;

        Stub(State state) {
            this.state = state;
        }

        abstract IndexOperation at(String row, long offset);
    }

    @Test
    void writingTheSameOperationsAgainChangesNothing() {
        List<IndexOperation> batch = List.of(upsert("a", 1, "first"), deleted("b", 2), failed("c", 3));
        try (DocumentWriter writer = openWriter()) {
            assertThat(write(writer, batch)).containsExactly(APPLIED, APPLIED, APPLIED);
            List<IndexedDocument> once = scanAll();
            assertThat(write(writer, batch)).containsExactly(SUPERSEDED, SUPERSEDED, SUPERSEDED);
            assertThat(scanAll()).isEqualTo(once).hasSize(3);
        }
    }

    @Test
    void sameOperationsWrittenAgainAfterReopeningChangeNothing() {
        List<IndexOperation> batch = List.of(upsert("a", 1, "first"), deleted("b", 2), failed("c", 3));
        try (DocumentWriter writer = openWriter()) {
            write(writer, batch);
        }
        harness().reopen(metadata());
        try (DocumentWriter writer = openWriter()) {
            assertThat(write(writer, batch)).containsExactly(SUPERSEDED, SUPERSEDED, SUPERSEDED);
        }
        assertThat(scanAll()).hasSize(3);
    }

    @Test
    void anOlderVersionLosesBeforeAndAfterARefresh() {
        try (DocumentWriter writer = openWriter();
                DocumentSearcher searcher = openSearcher()) {
            assertThat(write(writer, upsert("a", 5, "five"))).containsExactly(APPLIED);
            assertThat(write(writer, upsert("a", 3, "three"))).containsExactly(SUPERSEDED);
            searcher.refresh();
            assertThat(write(writer, upsert("a", 4, "four"))).containsExactly(SUPERSEDED);
            assertThat(write(writer, upsert("a", 6, "six"))).containsExactly(APPLIED);
            searcher.refresh();
            assertThat(write(writer, upsert("a", 5, "five"))).containsExactly(SUPERSEDED);
            assertHolds("a", 6, State.LIVE, message("six"));
        }
    }

    @Test
    void versionsInAnyOrderEndWithTheHighest() {
        Random random = new Random(42);
        try (DocumentWriter writer = openWriter()) {
            for (int row = 0; row < 20; row++) {
                List<IndexOperation> operations = history("row" + row, 8);
                Collections.shuffle(operations, random);
                operations.forEach(operation -> write(writer, operation));
            }
        }
        assertThat(scanAll()).hasSize(20).allSatisfy(document -> assertIsNewest(document, 8));
    }

    @Test
    void versionsWrittenBySeveralThreadsAtOnceEndWithTheHighest() throws Exception {
        int rows = 30;
        int versions = 25;
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try (DocumentWriter writer = openWriter();
                DocumentSearcher searcher = openSearcher()) {
            List<Callable<List<WriteResult>>> tasks = new ArrayList<>();
            for (int seed = 0; seed < 4; seed++) {
                Random random = new Random(seed);
                tasks.add(() -> writeShuffled(writer, searcher, rows, versions, random));
            }
            for (Future<List<WriteResult>> results : threads.invokeAll(tasks)) {
                assertThat(results.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                        .hasSize(rows * versions)
                        .isSubsetOf(APPLIED, SUPERSEDED);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(scanAll()).hasSize(rows).allSatisfy(document -> assertIsNewest(document, versions));
    }

    @ParameterizedTest
    @EnumSource
    void aLateUpsertDoesNotBringARowBack(Stub stub) {
        try (DocumentWriter writer = openWriter()) {
            write(writer, upsert("a", 1, "first"));
            write(writer, stub.at("a", 10));
            assertThat(write(writer, upsert("a", 7, "late"))).containsExactly(SUPERSEDED);
        }
        assertHolds("a", 10, stub.state, Document.empty());
    }

    @ParameterizedTest
    @EnumSource
    void aLateUpsertDoesNotBringARowBackAfterTheIndexWasReopened(Stub stub) {
        try (DocumentWriter writer = openWriter()) {
            write(writer, upsert("a", 1, "first"));
            write(writer, stub.at("a", 10));
        }
        harness().reopen(metadata());
        try (DocumentWriter writer = openWriter()) {
            assertThat(write(writer, upsert("a", 7, "late"))).containsExactly(SUPERSEDED);
        }
        assertHolds("a", 10, stub.state, Document.empty());
    }

    @ParameterizedTest
    @EnumSource
    void aRowThatWasNeverSeenStillGetsItsStub(Stub stub) {
        try (DocumentWriter writer = openWriter()) {
            assertThat(write(writer, stub.at("a", 10))).containsExactly(APPLIED);
            assertThat(write(writer, upsert("a", 9, "late"))).containsExactly(SUPERSEDED);
        }
        assertHolds("a", 10, stub.state, Document.empty());
    }

    @ParameterizedTest
    @EnumSource
    void aNewerUpsertRevivesARow(Stub stub) {
        try (DocumentWriter writer = openWriter()) {
            write(writer, stub.at("a", 10));
            assertThat(write(writer, upsert("a", 11, "back"))).containsExactly(APPLIED);
        }
        assertHolds("a", 11, State.LIVE, message("back"));
    }

    @Test
    void aNewerDocumentReplacesTheWholeOlderOne() {
        Document full = new Document(Map.of("body", "words", "sender", "ann", "size", 3L));
        try (DocumentWriter writer = openWriter()) {
            write(writer, upsert("a", 1, full));
            write(writer, upsert("a", 2, "words"));
        }
        assertHolds("a", 2, State.LIVE, message("words"));
    }

    private void assertHolds(String row, long offset, State state, Document document) {
        RowKey key = RowKey.utf8(row);
        assertThat(scanAll())
                .containsExactly(new IndexedDocument(
                        DocumentId.of(key), key, version(offset).value(), state, document));
    }

    private static List<WriteResult> writeShuffled(
            DocumentWriter writer, DocumentSearcher searcher, int rows, int versions, Random random) throws Exception {
        List<List<IndexOperation>> batches = new ArrayList<>();
        for (int offset = 1; offset <= versions; offset++) {
            List<IndexOperation> batch = new ArrayList<>();
            for (int row = 0; row < rows; row++) {
                batch.add(operation("row" + row, offset));
            }
            Collections.shuffle(batch, random);
            batches.add(batch);
        }
        Collections.shuffle(batches, random);
        List<WriteResult> results = new ArrayList<>();
        for (List<IndexOperation> batch : batches) {
            results.addAll(await(writer.write(batch)));
            if (random.nextInt(5) == 0) {
                searcher.refresh();
            }
        }
        return results;
    }

    private static List<IndexOperation> history(String row, int versions) {
        List<IndexOperation> operations = new ArrayList<>();
        for (int offset = 1; offset <= versions; offset++) {
            operations.add(operation(row, offset));
        }
        return operations;
    }

    /** Every row and version has one operation, so that the outcome can be told from the version alone. */
    private static IndexOperation operation(String row, int offset) {
        return switch (kind(row, offset)) {
            case LIVE -> upsert(row, offset, "version " + offset);
            case DELETED -> deleted(row, offset);
            case FAILED -> failed(row, offset);
        };
    }

    private static State kind(String row, long offset) {
        return State.values()[(int) ((row.hashCode() + offset) % 3 + 3) % 3];
    }

    private static void assertIsNewest(IndexedDocument document, int newest) {
        String row = document.row().bytes().utf8();
        State expected = kind(row, newest);
        assertThat(document.version()).isEqualTo(version(newest).value());
        assertThat(document.state()).isEqualTo(expected);
        assertThat(document.document())
                .isEqualTo(expected == State.LIVE ? message("version " + newest) : Document.empty());
    }
}
