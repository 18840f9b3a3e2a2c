/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Rows stand here for their own sizes. */
class ByteBudgetTest {
    private final RowSizeEstimator usual = new RowSizeEstimator();
    private final List<Integer> batches = new ArrayList<>();

    private List<Long> take(ByteBudget budget, List<Long> wanted) {
        ByteBudget.Taken<Long> taken = budget.take(
                wanted,
                some -> {
                    batches.add(some.size());
                    return some;
                },
                size -> size);
        assertThat(taken.failure()).isEmpty();
        return taken.rows();
    }

    private static List<Long> rows(int number, long size) {
        return Collections.nCopies(number, size);
    }

    @Test
    void whatFitsIsReadInBatchesOfWhatIsLeft() {
        ByteBudget budget = new ByteBudget(10_000, usual);

        assertThat(take(budget, rows(500, 100))).hasSize(100);
        assertThat(budget.isFull()).isTrue();
        assertThat(batches).containsExactly(20, 80);
        assertThat(take(budget, rows(1, 1))).isEmpty();
        batches.clear();
        assertThat(take(new ByteBudget(10_000, usual), rows(500, 100))).hasSize(100);
        assertThat(batches).containsExactly(100);
    }

    @Test
    void allThatIsWantedLeavesRoom() {
        ByteBudget budget = new ByteBudget(10_000, usual);

        assertThat(take(budget, rows(50, 100))).hasSize(50);
        assertThat(budget.isFull()).isFalse();
        assertThat(take(budget, rows(60, 100))).hasSize(50);
        assertThat(budget.isFull()).isTrue();
    }

    @Test
    void theFirstRowIsTakenHoweverLargeAndNoneBehindOneThatDoesNotFit() {
        assertThat(take(new ByteBudget(10, usual), rows(3, 1_000))).hasSize(1);
        assertThat(take(new ByteBudget(100, new RowSizeEstimator()), List.of(60L, 60L, 1L)))
                .containsExactly(60L);
    }

    @Test
    void failureOfALaterBatchKeepsRowsButFailureOfTheFirstThrows() {
        RuntimeException gone = new IllegalStateException("gone");
        ByteBudget budget = new ByteBudget(1_000_000, usual);

        ByteBudget.Taken<Long> taken = budget.take(
                rows(50, 100),
                some -> {
                    if (!batches.isEmpty()) {
                        throw gone;
                    }
                    batches.add(some.size());
                    return some;
                },
                size -> size);

        assertThat(taken.rows()).hasSize(20);
        assertThat(taken.failure()).containsSame(gone);
        assertThat(budget.isFull()).isFalse();
        assertThatThrownBy(() -> budget.take(
                        rows(1, 100),
                        some -> {
                            throw gone;
                        },
                        size -> 0L))
                .isSameAs(gone);
    }

    @Test
    void rowsOfUnknownOrUnevenSizesAreReadFewAtATime() {
        List<Long> uneven = new ArrayList<>(rows(20, 1));
        uneven.addAll(rows(1_000, 1_000_000));
        ByteBudget budget = new ByteBudget(1_500_000, usual);

        assertThat(take(budget, uneven)).hasSize(21);
        assertThat(batches).containsExactly(20, 200);
        batches.clear();
        take(new ByteBudget(1_500_000, usual), uneven.subList(20, 1_000));
        assertThat(batches).containsExactly(1, 1);
    }

    @Test
    void whoReadsForeverBeginsWithOneRowAndDoublesAtMost() {
        RowSizeEstimator careful = RowSizeEstimator.careful();
        List<Integer> small = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int rows = careful.rowsIn(1_000_000, 1_000);
            small.add(rows);
            careful.learn(rows, 100L * rows);
        }
        assertThat(small).containsExactly(1, 2, 4, 8, 16, 32, 64, 128, 256, 512);
        careful.learn(4, 4_000_000);
        assertThat(careful.rowsIn(1_000_000, 1_000)).as("behind large ones").isEqualTo(1);
    }

    @Test
    void rowsThatAreGoneSayLittleOfOthers() {
        RowSizeEstimator careful = RowSizeEstimator.careful();
        for (int i = 0; i < 100; i++) {
            careful.learn(careful.rowsIn(1_000_000, 1_000), 0, 0);
        }
        assertThat(careful.rowsIn(1_000_000, 1_000)).isEqualTo(5);
        assertThat(careful.bytes()).isZero();
    }

    @Test
    void afterLargeRowsSmallOnesAreBelievedSlowly() {
        usual.learn(1, 1_000);
        int before = usual.rowsIn(10_000, 1_000);
        IntStream.range(0, 100)
                .forEach(any -> usual.learn(10, LongStream.of(100).sum()));

        assertThat(before).isEqualTo(10);
        assertThat(usual.rowsIn(10_000, 1_000)).isEqualTo(200);
    }
}
