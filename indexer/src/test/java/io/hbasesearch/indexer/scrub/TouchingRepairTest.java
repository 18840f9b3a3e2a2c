/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.scrub;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.indexer.pipeline.Piece;
import io.hbasesearch.indexer.verify.IndexOffsets;
import io.hbasesearch.indexer.verify.VerifyOptions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which rows it has read again. */
@Timeout(60)
class TouchingRepairTest extends RepairRig {
    @Test
    void announcesExactlyWhatDiffersBothWays() {
        rows(100);
        index.remove(row(10));
        index.put(row(20), "stale");
        table.rows.remove(row(30));

        Piece piece = repair(KeyRange.all());

        assertThat(touched).containsExactlyInAnyOrder(row(10), row(20), row(30));
        assertThat(piece.compared()).isEqualTo(99);
        assertThat(piece.announced()).isEqualTo(3);
        assertThat(piece.isDone()).isTrue();
    }

    /** Each touch of it would make another dead letter. */
    @Test
    void leavesARowAloneThatTheIndexRefusesAsItIs() {
        rows(3);
        index.refuse(row(1), "body 1");
        index.refuse(row(2), "what it held before");

        repair(KeyRange.all());

        assertThat(touched).containsExactly(row(2));
    }

    @Test
    void tellsOfRowsThatItCannotJudgeAsTheIndexIsBehind() {
        table.rows.put(row(1), ByteArray.utf8("body"));
        ScrubState state = new ScrubState("mail", true, Metrics.none(), Clock.systemUTC());
        IndexOffsets behind = new IndexOffsets(Map.of(0, 5L), Map.of(0, 12L));
        state.begin(1);
        repair(
                        verify -> verify.following(() -> behind, Duration.ofMillis(50)),
                        VerifyOptions.standard().withSettle(Duration.ofMillis(10), 2),
                        state)
                .repair(new Piece(KeyRange.all()), key -> true, () -> false);
        state.end();
        assertThat(touched).isEmpty();
        assertThat(state.describe()).contains("undecided: 1 rows");
    }

    @Test
    void knowsItsRangeAndWhichRowsAreWanted() {
        rows(100);
        index.documents.clear();
        KeyRange range = new KeyRange(row(10).bytes(), row(20).bytes());

        repair().repair(new Piece(range), key -> !key.equals(row(15)), () -> false);

        assertThat(touched)
                .containsExactlyInAnyOrderElementsOf(IntStream.range(10, 20)
                        .filter(i -> i != 15)
                        .mapToObj(RepairRig::row)
                        .toList());
    }

    @Test
    void announcesWhileItComparesRatherThanRememberAll() {
        rows(3_000);
        index.documents.clear();
        AtomicInteger largest = new AtomicInteger();
        touches = rows -> {
            largest.accumulateAndGet(rows.size(), Math::max);
            touched.addAll(rows);
        };

        repair(KeyRange.all());

        assertThat(touched).hasSize(3_000);
        assertThat(largest).hasValue(500);
    }

    @Test
    void piecesAreTheRegionsWithinTheRange() {
        table.splits = List.of(ByteArray.utf8("b"), ByteArray.utf8("d"), ByteArray.utf8("f"));

        assertThat(repair().pieces(range("c", "f")))
                .extracting(Piece::left)
                .containsExactly(range("c", "d"), range("d", "f"));
        assertThat(repair().pieces(range("e", "")))
                .extracting(Piece::left)
                .containsExactly(range("e", "f"), range("f", ""));
    }

    private static KeyRange range(String start, String stop) {
        return new KeyRange(ByteArray.utf8(start), ByteArray.utf8(stop));
    }
}
