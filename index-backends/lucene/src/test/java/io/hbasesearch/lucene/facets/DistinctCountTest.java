/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.facets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.hbasesearch.core.error.HBaseSearchException;
import org.apache.lucene.util.BytesRef;
import org.junit.jupiter.api.Test;

class DistinctCountTest {
    private static DistinctCount count(int numbers, FacetBudget budget) {
        DistinctCount distinct = new DistinctCount(budget, "number");
        for (int turn = 0; turn < 2; turn++) {
            for (int i = 0; i < numbers; i++) {
                distinct.add(DistinctCount.hash(i * 1_000L));
            }
        }
        return distinct;
    }

    private static FacetBudget budget(long bytes) {
        return new FacetBudget(() -> false, bytes);
    }

    @Test
    void countsExactlyUpToTheLimit() {
        for (int numbers : new int[] {0, 1, 10, 11, 5_000, DistinctCount.MOST_EXACT}) {
            DistinctCount distinct = count(numbers, budget(1 << 20));
            assertThat(distinct.count()).isEqualTo(numbers);
            assertThat(distinct.isExact()).isTrue();
        }
    }

    @Test
    void estimatesMoreWithinHalfAMegabyte() {
        for (int numbers : new int[] {DistinctCount.MOST_EXACT + 1, 100_000, 3_000_000}) {
            DistinctCount distinct = count(numbers, budget(512 << 10));
            assertThat((double) distinct.count()).isCloseTo(numbers, within(numbers * 0.025));
            assertThat(distinct.isExact()).isFalse();
        }
    }

    @Test
    void textsThatDifferHaveDifferentHashes() {
        DistinctCount distinct = new DistinctCount(budget(1 << 20), "word");
        for (int i = 0; i < DistinctCount.MOST_EXACT; i++) {
            distinct.add(DistinctCount.hash(new BytesRef("w" + i)));
            distinct.add(DistinctCount.hash(new BytesRef("w" + i)));
        }
        assertThat(distinct.count()).isEqualTo(DistinctCount.MOST_EXACT);
    }

    @Test
    void memoryIsOfTheBudget() {
        assertThatThrownBy(() -> count(10_000, budget(64 << 10)))
                .isInstanceOf(HBaseSearchException.class)
                .hasMessageContaining("number");
    }
}
