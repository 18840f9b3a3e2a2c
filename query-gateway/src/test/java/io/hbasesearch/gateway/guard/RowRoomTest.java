/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.gateway.http.ProblemException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RowRoomTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Row ROW = row(10_000);
    private static final Row LARGE = row(1_000_000);
    private static final long ONE = RowRoom.of(ROW);

    private final RowRoom room = new RowRoom(3 * ONE, ONE / 2, 1, Metrics.none());

    private static Row row(int bytes) {
        return new Row(
                RowKey.utf8("row"), List.of(new Cell(ColumnName.of("d", "gloss"), 1, ByteArray.wrap(new byte[bytes]))));
    }

    private static List<Row> rows(int count) {
        return Collections.nCopies(count, ROW);
    }

    @Test
    void rowsCountAsOftenAsAnAnswerHoldsThem() {
        assertThat(ONE).isBetween(100_000L, 102_000L);
        assertThat(RowRoom.of(512L << 20, 40, Metrics.none()).held().mostBytes(Long.MAX_VALUE))
                .as("of a heap of 512 MB")
                .isBetween(9L << 20, 10L << 20);
    }

    @Test
    void aRequestThatIsAloneGetsOneRowHoweverLargeItIs() {
        try (RowRoom.Held alone = room.held()) {
            assertThat(alone.take(List.of(LARGE, ROW))).isEqualTo(1);
            assertThat(alone.takeMore(List.of(LARGE, ROW))).as("versions of it").isEqualTo(1);
            assertThat(alone.take(rows(1))).isZero();
        }
        try (RowRoom.Held alone = room.held()) {
            assertThat(alone.takeAll(List.of(LARGE))).isTrue();
        }
        assertThat(room.held().takeAll(rows(4))).isFalse();
    }

    @Test
    void laterRowsAreTakenAsFarAsThereIsRoom() {
        try (RowRoom.Held other = room.held();
                RowRoom.Held held = room.held()) {
            assertThat(other.takeAll(rows(2))).isTrue();

            assertThat(held.isAlone()).isFalse();
            assertThat(held.take(rows(3))).isEqualTo(2);
            assertThat(held.take(rows(1))).isZero();
            assertThat(held.takeAll(rows(1))).isFalse();
            assertThatThrownBy(() -> held.takeMore(rows(1))).isInstanceOf(ProblemException.class);
            assertThat(held.mostBytes(Long.MAX_VALUE)).isEqualTo(1);
        }
    }

    /** The rows of one index stay in memory while the request reads the next one. */
    @Test
    void rowsThatAreKeptAreNotGivenBackWithLaterOnes() {
        try (RowRoom.Held other = room.held();
                RowRoom.Held held = room.held()) {
            assertThat(held.take(rows(2))).isEqualTo(2);
            held.keep();
            assertThat(held.take(rows(9))).isEqualTo(1);

            held.giveBack();

            assertThat(held.isEmpty()).isFalse();
            assertThatThrownBy(() -> held.await(ONE, RequestDeadline.after(LONG)))
                    .as("a request that holds rows waits for no other")
                    .isInstanceOf(ProblemException.class);
            assertThat(other.take(rows(9))).isEqualTo(2);
        }
        assertThat(room.held().take(rows(9))).isEqualTo(3);
    }

    @Test
    void fewRowsNeverNeedRoom() {
        try (RowRoom.Held other = room.held()) {
            other.takeAll(List.of(LARGE));

            for (int i = 0; i < 40; i++) {
                assertThat(room.held().takeAll(List.of(row(4_000)))).isTrue();
            }
        }
    }

    @Test
    void anAnswerThatIsWrittenHoldsItsTextAlone() {
        try (RowRoom.Held other = room.held();
                RowRoom.Held held = room.held()) {
            other.takeAll(List.of(LARGE));
            assertThat(held.take(rows(1))).isZero();

            other.answered(ONE);

            assertThat(held.take(rows(3))).isEqualTo(3);
        }
        assertThat(room.held().mostBytes(Long.MAX_VALUE)).isGreaterThan(30_000);
    }

    @Test
    void theFirstReadWaitsUntilOthersGiveRoomBack() throws Exception {
        RowRoom.Held other = room.held();
        other.takeAll(List.of(LARGE));
        CompletableFuture<Integer> read = CompletableFuture.supplyAsync(() -> {
            RowRoom.Held held = room.held();
            held.await(ONE, RequestDeadline.after(LONG));
            return held.take(rows(1));
        });
        await().until(() -> room.waiting() == 1);
        assertThatThrownBy(() -> room.held().await(ONE, RequestDeadline.after(LONG)))
                .as("one more that would wait")
                .isInstanceOf(ProblemException.class);
        assertThat(room.held().take(rows(1))).as("passes one that waits").isZero();

        other.close();

        assertThat(read.get()).isEqualTo(1);
    }

    @Test
    void waitingEndsWithAnAnswerThatSaysWhenToTryAgain() {
        RowRoom.Held other = room.held();
        other.takeAll(List.of(LARGE));

        assertThatThrownBy(() -> room.held().await(ONE, RequestDeadline.after(SHORT)))
                .isInstanceOfSatisfying(ProblemException.class, e -> {
                    assertThat(e.problem().status()).isEqualTo(503);
                    assertThat(e.problem().retryAfter()).isEqualTo(Duration.ofSeconds(1));
                });
        other.close();
        RowRoom.Held next = room.held();
        next.await(RowRoom.of(LARGE), RequestDeadline.after(SHORT));
        assertThat(next.take(List.of(LARGE))).isEqualTo(1);
    }
}
