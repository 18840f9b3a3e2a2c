/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.RowKey;
import org.junit.jupiter.api.Test;

class RangeProgressTest {
    private static final RowKey A = RowKey.utf8("a");
    private static final RowKey M = RowKey.utf8("m");
    private static final RowKey Z = RowKey.utf8("z");

    private final RangeProgress progress = new RangeProgress(3);

    @Test
    void nothingIsReadAtFirst() {
        progress.reached(0, null);

        assertThat(progress.readUpTo()).isEmpty();
    }

    @Test
    void whatWasReadBehindAGapDoesNotCount() {
        progress.reached(0, A);
        progress.reached(2, Z);
        progress.finished(2);

        assertThat(progress.readUpTo()).contains(A);
    }

    @Test
    void rangesThatAreFinishedCountUpToTheFirstThatIsNot() {
        progress.reached(0, A);
        progress.finished(0);
        progress.finished(1);
        progress.reached(2, M);

        assertThat(progress.readUpTo()).contains(M);
    }
}
