/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.WriteResult;
import io.hbasesearch.indexer.pipeline.source.DeadLetter;
import io.hbasesearch.indexer.reindex.Counts;
import io.hbasesearch.indexer.reindex.DoneRanges;
import io.hbasesearch.indexer.reindex.Selection;
import io.hbasesearch.indexer.verify.SortedTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ReindexTest extends ReindexRig {
    @Test
    void theRowsOfATableComeIntoAnEmptyIndexAtTheirMarkersVersions() {
        rows(20);
        assertThat(run(100)).isTrue();
        assertThat(index.documents).hasSize(20);
        assertThat(document(row(7)).document()).isEqualTo(new Document(Map.of("body", "body 7")));
        assertThat(document(row(7)).version()).isEqualTo(RowVersion.of(1, 0).value());
        assertThat(done.ranges()).containsExactly(KeyRange.all());
        assertThat(counts.rows()).isEqualTo(20);
        assertThat(counts.written()).isEqualTo(20);
        assertThat(touched).isEmpty();
    }

    @Test
    void ofLargeRowsFewWaitToBeWrittenTogether() {
        ByteArray body = ByteArray.utf8("x".repeat((int) PieceWrites.BATCH_BYTES / 4));
        for (int i = 0; i < 10; i++) {
            table.rows.put(row(i), body);
        }
        assertThat(run(100)).isTrue();
        assertThat(index.documents).hasSize(10);
        assertThat(writer.batches).containsExactly(4, 4, 2);
    }

    @Test
    void whileItRunsTheIndexIsBehind() {
        rows(20);
        assertThat(run(100)).isTrue();
        assertThat(writer.behind).containsExactly("true at 0", "false at 20");
    }

    @Test
    void everyPieceHasMarkersOfItsOwnAndAScannerThatIsOpenedAfterThem() {
        table.splits = List.of(row(4).bytes(), row(9).bytes());
        rows(20);
        assertThat(run(3)).isTrue();
        // Regions of 4, 5 and 11 rows.
        List<String> pieces = Collections.nCopies(2 + 2 + 4, "mark scan");
        assertThat(String.join(" ", steps)).isEqualTo(String.join(" ", pieces));
        assertThat(index.documents).hasSize(20);
        assertThat(document(row(0)).version()).isLessThan(document(row(19)).version());
        assertThat(counts.rows()).isEqualTo(20);
    }

    @Test
    void anEditThatIsAnnouncedAfterTheMarkersWins() {
        rows(5);
        List<RowVersion> edited = new ArrayList<>();
        table.onRow = row -> {
            if (row.equals(row(3)) && edited.isEmpty()) {
                edited.add(edit(row, "newer"));
            }
        };
        assertThat(run(100)).isTrue();
        assertThat(document(row(3)).document()).isEqualTo(new Document(Map.of("body", "newer")));
        assertThat(document(row(3)).version()).isEqualTo(edited.get(0).value());
        assertThat(counts.superseded()).isEqualTo(1);
        assertThat(touched).isEmpty();
    }

    @Test
    void aDocumentThatIsStaleAtItsOwnVersionIsHealedByTheNextRun() {
        rows(5);
        assertThat(run(100)).isTrue();
        long version = document(row(2)).version();
        index.put(row(2), IndexedDocument.State.LIVE, new Document(Map.of("body", "by hand")), version);
        done = DoneRanges.none();
        assertThat(run(100)).isTrue();
        assertThat(document(row(2)).document()).isEqualTo(new Document(Map.of("body", "body 2")));
        assertThat(document(row(2)).version()).isGreaterThan(version);
    }

    @Test
    void rowsThatTheDefinitionLeavesOutGetTheStubsOfRowsThatAreGone() {
        definition = SortedTable.OF_SEVEN;
        rows(5);
        RowKey stray = RowKey.utf8("stray");
        index.put(stray, "from before the definition was changed");
        table.rows.put(stray, ByteArray.utf8("still here"));
        table.rows.put(RowKey.utf8("stray too"), ByteArray.utf8("never was"));
        assertThat(run(100)).isTrue();
        assertThat(document(stray).state()).isEqualTo(IndexedDocument.State.DELETED);
        assertThat(document(RowKey.utf8("stray too")).state()).isEqualTo(IndexedDocument.State.DELETED);
        assertThat(document(row(4)).state()).isEqualTo(IndexedDocument.State.LIVE);
        assertThat(letters).isEmpty();
        assertThat(touched).isEmpty();
        assertThat(counts.failed()).isZero();
    }

    @Test
    void rowsThatDoNotMeetAConditionGetTheStubsOfRowsThatAreGone() {
        definition = SortedTable.NO_DRAFTS;
        rows(3);
        RowKey draft = RowKey.utf8("a draft");
        index.put(draft, "from before it was one");
        table.rows.put(draft, ByteArray.utf8("draft"));
        assertThat(run(100)).isTrue();
        assertThat(document(draft).state()).isEqualTo(IndexedDocument.State.DELETED);
        assertThat(document(row(2)).state()).isEqualTo(IndexedDocument.State.LIVE);
        assertThat(letters).isEmpty();
        assertThat(touched).isEmpty();
    }

    @Test
    void documentsAndFailedStubsWithoutRowsAreTouchedAndNothingElseIs() {
        rows(5);
        index.put(RowKey.utf8("gone"), "old life");
        index.putStub(RowKey.utf8("a stub"));
        index.refuse(RowKey.utf8("refused once"), "body");
        index.put(row(1), "stale");
        assertThat(run(2)).isTrue();
        assertThat(touched).containsExactlyInAnyOrder(RowKey.utf8("gone"), RowKey.utf8("refused once"));
        assertThat(counts.touched()).isEqualTo(2);
    }

    @Test
    void onlyDocumentsOfTheRangeAreTouched() {
        rows(10);
        index.put(RowKey.utf8("row-002x"), "no row");
        index.put(RowKey.utf8("row-007x"), "no row");
        KeyRange range = new KeyRange(row(5).bytes(), row(9).bytes());
        assertThat(run(100, Selection.of(range))).isTrue();
        assertThat(touched).containsExactly(RowKey.utf8("row-007x"));
        assertThat(counts.rows()).isEqualTo(4);
        assertThat(done.ranges()).containsExactly(range);
    }

    @Test
    void theIndexIsAskedOnlyOnceItHasEverythingBeforeTheMarkers() throws InterruptedException {
        rows(3);
        acknowledged = 0L;
        AtomicInteger asked = new AtomicInteger();
        index.onDocument = id -> asked.incrementAndGet();
        index.put(RowKey.utf8("gone"), "old life");
        Thread running = new Thread(() -> run(100));
        running.start();
        Awaitility.await().until(() -> writer.operations.size() == 3);
        // An indexer that read the row before it was deleted writes only now.
        index.put(RowKey.utf8("late"), "of a read before the markers");
        Awaitility.await().during(Duration.ofMillis(500)).until(() -> asked.get() == 0 && touched.isEmpty());
        assertThat(done.ranges()).isEmpty();
        acknowledged = null;
        running.join();
        assertThat(touched).containsExactlyInAnyOrder(RowKey.utf8("gone"), RowKey.utf8("late"));
        assertThat(done.ranges()).containsExactly(KeyRange.all());
    }

    @Test
    void anIndexThatStandsStillIsAFailureAfterAWhile() {
        rows(3);
        acknowledged = 0L;
        assertThatThrownBy(() ->
                        reindex(100, Selection.all(), Duration.ofMillis(500)).run(done, counts, listener()))
                .isInstanceOfSatisfying(
                        HBaseSearchException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMED_OUT))
                .hasMessageContaining("indexed");
        assertThat(done.ranges()).isEmpty();
    }

    @Test
    void aRowThatCannotBeMappedHasALetterBeforeItsStub() {
        rows(3);
        table.rows.put(row(1), NOT_UTF8);
        writer.verdict = operation -> {
            if (operation instanceof IndexOperation.MarkFailed) {
                steps.add("stub");
            }
            return null;
        };
        assertThat(run(100)).isTrue();
        assertThat(steps).containsExactly("mark", "scan", "letters", "stub");
        assertThat(document(row(1)).state()).isEqualTo(IndexedDocument.State.FAILED);
        assertThat(letters).hasSize(1);
        DeadLetter letter = letters.get(0);
        assertThat(letter.row()).contains(row(1));
        assertThat(letter.failure().stage()).isEqualTo(DeadLetter.Stage.MAP);
        assertThat(RowVersion.of(1, letter.event().offset()).value())
                .isEqualTo(document(row(1)).version());
        assertThat(counts.failed()).isEqualTo(1);
        assertThat(touched).isEmpty();
    }

    @Test
    void aDocumentThatTheIndexRefusesLeavesAStubThatKnowsWhat() {
        rows(3);
        writer.verdict = operation ->
                operation instanceof IndexOperation.Upsert && operation.row().equals(row(1))
                        ? new WriteResult.Rejected("too long")
                        : null;
        assertThat(run(100)).isTrue();
        assertThat(letters).extracting(letter -> letter.failure().stage()).containsExactly(DeadLetter.Stage.WRITE);
        assertThat(document(row(1)).isRefusalOf(new Document(Map.of("body", "body 1"))))
                .isTrue();
        assertThat(touched).isEmpty();
    }

    @Test
    void aDocumentThatWasOnlyGivenUpIsLeftToAnotherAttempt() throws Exception {
        rows(3);
        writer.verdict = operation -> operation.row().equals(row(1)) && operation instanceof IndexOperation.Upsert
                ? new WriteResult.Rejected("given up", true)
                : null;
        assertThat(run(100)).isTrue();
        assertThat(letters).extracting(letter -> letter.failure().stage()).containsExactly(DeadLetter.Stage.WRITE);
        assertThat(document(row(1)).isRefusalOf(new Document(Map.of("body", "body 1"))))
                .isFalse();
    }

    @Test
    void whatWasReadTooLongAgoIsReadAgainAfterNewMarkers() {
        rows(5);
        AtomicInteger refusals = new AtomicInteger();
        writer.verdict = operation ->
                operation.row().equals(row(2)) && refusals.getAndIncrement() == 0 ? new WriteResult.ReadTooOld() : null;
        assertThat(run(100)).isTrue();
        assertThat(steps).containsExactly("mark", "scan", "mark", "scan");
        assertThat(document(row(2)).version()).isEqualTo(RowVersion.of(1, 1).value());
        assertThat(done.ranges()).containsExactly(KeyRange.all());
    }

    @Test
    void aScanThatFailsGoesOnWhereItWasWithNewMarkersAndANewScanner() {
        rows(6);
        index.put(RowKey.utf8("row-000x"), "no row");
        AtomicInteger failures = new AtomicInteger();
        table.onRow = row -> {
            if (row.equals(row(4)) && failures.getAndIncrement() == 0) {
                throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "a region moves");
            }
        };
        assertThat(run(100)).isTrue();
        assertThat(steps).filteredOn(step -> !step.equals("touch")).containsExactly("mark", "scan", "mark", "scan");
        assertThat(index.documents).hasSize(7);
        assertThat(document(row(1)).version()).isEqualTo(RowVersion.of(1, 0).value());
        assertThat(document(row(5)).version()).isGreaterThan(RowVersion.of(1, 0).value());
        assertThat(touched).containsExactly(RowKey.utf8("row-000x"));
    }

    @Test
    void whatAnEarlierStartWasDoneWithIsNotReadAgain() {
        rows(10);
        done = DoneRanges.none()
                .plus(new KeyRange(ByteArray.empty(), row(3).bytes()))
                .plus(new KeyRange(row(6).bytes(), row(8).bytes()));
        counts = new Counts(5, 0, 5, 0, 0, 0, 0);
        assertThat(run(100)).isTrue();
        assertThat(index.documents.keySet())
                .containsExactly(
                        DocumentId.of(row(3)),
                        DocumentId.of(row(4)),
                        DocumentId.of(row(5)),
                        DocumentId.of(row(8)),
                        DocumentId.of(row(9)));
        assertThat(counts.rows()).isEqualTo(10);
        assertThat(done.ranges()).containsExactly(KeyRange.all());
    }

    @Test
    void anInterruptEndsItWithWhatIsDoneAndStaysSet() {
        rows(10);
        table.onRow = row -> {
            if (row.equals(row(7))) {
                Awaitility.await().until(() -> !done.ranges().isEmpty());
                running.interrupt();
                Awaitility.await().during(Duration.ofMillis(100)).until(() -> true);
            }
        };
        running = Thread.currentThread();
        assertThat(run(3)).isFalse();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(done.ranges()).isNotEmpty().doesNotContain(KeyRange.all());
        table.onRow = row -> {};
        assertThat(run(3)).isTrue();
        assertThat(index.documents).hasSize(10);
    }

    private Thread running;

    @Test
    void nothingIsReadWhileItIsPaused() throws InterruptedException {
        rows(10);
        Reindex reindex = reindex(3, Selection.all(), Duration.ofSeconds(20));
        reindex.pause(true);
        Thread thread = new Thread(() -> reindex.run(done, counts, listener()));
        thread.start();
        Awaitility.await().until(() -> !fractions.isEmpty());
        assertThat(writer.operations).isEmpty();
        reindex.pause(false);
        thread.join();
        assertThat(index.documents).hasSize(10);
    }

    @Test
    void theProgressGrowsFromNothingToAll() {
        rows(30);
        // So that it is seen at its beginning and in between.
        table.onRow = row -> {
            if (Set.of(row(2), row(12), row(22)).contains(row)) {
                int seen = fractions.size();
                Awaitility.await().until(() -> fractions.size() > seen);
            }
        };
        assertThat(run(10)).isTrue();
        assertThat(fractions).isSorted().allMatch(fraction -> fraction >= 0 && fraction <= 1);
        assertThat(fractions.get(0)).isLessThan(0.5);
        assertThat(fractions.get(fractions.size() - 1)).isEqualTo(1);
    }
}
