/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.rebuild;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.indexer.rebuild.DocumentCountGuard.Comparison;
import io.hbasesearch.indexer.rebuild.DocumentCountGuard.Size;
import org.junit.jupiter.api.Test;

/** What two generations of an index are compared by; what follows from it, rebuilds show. */
class DocumentCountGuardTest {
    private static final int BUCKETS = 16;
    private static final Size UNDIVIDED = new Size(1_000, 5, 0, 1);

    @Test
    void documentsAreComparedWhereRowsHaveAsManyInBoth() {
        Comparison compared = new Comparison(new Size(900, 7, 50, 1), UNDIVIDED);
        assertThat(compared.isOfOneUnit()).isTrue();
        assertThat(compared.before()).isEqualTo(1_000);
        assertThat(compared.now()).isEqualTo(900);
        assertThat(compared.failed()).isEqualTo(2);
    }

    @Test
    void rowsThatAreDividedNowAreNotTakenForMore() {
        // Half of the rows are missing, though there are four times as many documents.
        Comparison compared = new Comparison(new Size(4_000, 0, 4_000, BUCKETS), UNDIVIDED);
        assertThat(compared.before()).isEqualTo(1_000);
        assertThat(compared.now()).isEqualTo(500);
    }

    @Test
    void rowsThatAreNoLongerDividedAreNotTakenForFewer() {
        Comparison compared = new Comparison(UNDIVIDED, new Size(9_000, 32, 3_000, BUCKETS));
        assertThat(compared.before())
                .as("each row may have had all of its documents")
                .isEqualTo(563);
        assertThat(compared.now()).isEqualTo(1_000);
        assertThat(compared.failed()).isEqualTo(5 - 32);
    }

    @Test
    void documentsThatFailAreCountedAsTheFewestRowsThatTheyMayBeOf() {
        Comparison compared = new Comparison(new Size(15_000, 160, 0, BUCKETS), UNDIVIDED);
        assertThat(compared.failed()).isEqualTo(10 - 5);
    }
}
