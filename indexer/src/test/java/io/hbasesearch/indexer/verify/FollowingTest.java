/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.event.RowPartition;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An index that is further behind than a difference is looked at: it differs, and is sound. */
@Timeout(60)
class FollowingTest extends VerifyRig {
    private static final VerifyOptions THREE_LOOKS = options(5, 3);
    private static final Duration LONG = Duration.ofSeconds(50);
    private static final RowKey ROW = RowKey.utf8("row");

    private final AtomicInteger asked = new AtomicInteger();

    /** Later than all looks together: only the offsets tell that the row is on its way. */
    @Test
    void aRowWhoseEventIsStillToComeIsNoDifference() {
        table.rows.put(ROW, ByteArray.utf8("body"));
        VerifyReport report = verify(LONG, () -> {
            if (asked.incrementAndGet() == 40) {
                index.put(ROW, "body");
            }
            return at(asked.get() < 40 ? 5 : 10, 10);
        });
        assertThat(asked).as("waits for the events").hasValueGreaterThanOrEqualTo(40);
        assertThat(report.rechecked().settled()).isEqualTo(1);
        assertThat(report.isClean()).isTrue();
    }

    @Test
    void aRowThatDiffersWhenItsEventsHaveComeCounts() {
        table.rows.put(ROW, ByteArray.utf8("body"));
        VerifyReport report = verify(LONG, () -> at(asked.incrementAndGet() < 40 ? 5 : 10, 10));
        assertThat(asked).hasValueGreaterThanOrEqualTo(40);
        assertThat(report.differing().missing()).isEqualTo(1);
        assertThat(report.differing().unconfirmed()).isZero();
    }

    @Test
    void anIndexThatIsUpToDateIsNotWaitedFor() {
        table.rows.put(ROW, ByteArray.utf8("body"));
        VerifyReport report = verify(LONG, () -> at(10, 10));
        assertThat(report.differing().missing()).isEqualTo(1);
    }

    /** What is written while it is waited for is not in the table's document either, and its event comes later. */
    @Test
    void anEventThatArrivesMakesItWaitForWhatCameMeanwhile() {
        table.rows.put(ROW, ByteArray.utf8("newest"));
        index.put(ROW, IndexedDocument.State.LIVE, body("oldest"), 1);
        VerifyReport report = verify(LONG, () -> {
            int time = asked.incrementAndGet();
            if (time == 20) {
                index.put(ROW, IndexedDocument.State.LIVE, body("older"), 2);
            } else if (time == 60) {
                index.put(ROW, IndexedDocument.State.LIVE, body("newest"), 3);
            }
            return time < 20 ? at(5, 10) : time < 60 ? at(10, 20) : at(20, 20);
        });
        assertThat(asked).hasValueGreaterThanOrEqualTo(60);
        assertThat(report.differences()).isZero();
        assertThat(report.rechecked().pending()).isZero();
    }

    @Test
    void patienceEndsAndThenNothingIsSaidOfTheRow() {
        table.rows.put(ROW, ByteArray.utf8("body"));
        VerifyReport report = verify(Duration.ofMillis(100), () -> at(5, 12));
        assertThat(report.differences()).isZero();
        assertThat(report.rechecked().pending()).isEqualTo(1);
        assertThat(report.rechecked().behind()).isEqualTo(7);
        assertThat(report.complete()).isTrue();
        assertThat(report.isClean()).isFalse();
    }

    @Test
    void withoutAnAnswerOfKafkaNothingIsSaidOfTheRowEither() {
        table.rows.put(ROW, ByteArray.utf8("body"));
        VerifyReport report = verify(Duration.ofMillis(100), () -> {
            throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "no broker");
        });
        assertThat(report.differences()).isZero();
        assertThat(report.rechecked().pending()).isEqualTo(1);
    }

    @Test
    void anotherPartitionsEventsExplainNothing() {
        table.rows.put(ROW, ByteArray.utf8("body"));
        Map<Integer, Long> ends = Map.of(0, 10L, 1, 10L);
        int home = RowPartition.of(ROW.bytes().unsafeBytes(), 2);
        VerifyReport report = verify(LONG, () -> new IndexOffsets(Map.of(home, 10L, 1 - home, 3L), ends));
        assertThat(report.differing().missing()).isEqualTo(1);
    }

    /** More than may wait, while the index is far behind. */
    @Test
    void whatCannotWaitIsNoDifferenceEitherWhileTheIndexIsBehind() {
        for (int i = 0; i < 300; i++) {
            table.rows.put(RowKey.utf8("row" + i), ByteArray.utf8("body"));
        }
        VerifyOptions options = THREE_LOOKS.withRechecks(100);
        VerifyReport report = verify(options, Duration.ofMillis(100), () -> at(5, 12));
        assertThat(report.differences()).isZero();
        assertThat(report.rechecked().pending()).isEqualTo(300);

        VerifyReport upToDate = verify(options, Duration.ofMillis(100), () -> at(12, 12));
        assertThat(upToDate.differing().missing()).isEqualTo(300);
    }

    private static IndexOffsets at(long acknowledged, long end) {
        return new IndexOffsets(Map.of(0, acknowledged), Map.of(0, end));
    }

    private static Document body(String body) {
        return new Document(Map.of("body", body));
    }

    private VerifyReport verify(Duration patience, Supplier<IndexOffsets> offsets) {
        return verify(THREE_LOOKS, patience, offsets);
    }

    private VerifyReport verify(VerifyOptions options, Duration patience, Supplier<IndexOffsets> offsets) {
        return comparison(options).following(offsets, patience).run(KeyRange.all(), VerifyListener.none());
    }
}
