/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.indexer.reindex.DoneRanges;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScopeTest extends ReindexRig {
    @Test
    void aFractionIsMeasuredBetweenTheFirstAndTheLastKeyOfEachRegion() {
        rows(200);
        table.splits = List.of(row(100).bytes());
        Scope scope = Scope.of(table, DEFINITION.table(), KeyRange.all(), DoneRanges.none());
        assertThat(scope.fraction()).isZero();
        scope.scanned(new KeyRange(ByteArray.empty(), row(50).bytes()));
        assertThat(scope.fraction()).isCloseTo(0.25, within(0.05));
        scope.scanned(new KeyRange(row(50).bytes(), row(100).bytes()));
        assertThat(scope.fraction()).isEqualTo(0.5);
        scope.scanned(new KeyRange(row(100).bytes(), ByteArray.empty()));
        assertThat(scope.fraction()).isEqualTo(1);
    }

    @Test
    void whatWasDoneBeforeCountsAndIsNotScanned() {
        rows(100);
        KeyRange done = new KeyRange(ByteArray.empty(), row(50).bytes());
        Scope scope = Scope.of(
                table, DEFINITION.table(), KeyRange.all(), DoneRanges.none().plus(done));
        assertThat(scope.fraction()).isCloseTo(0.5, within(0.1));
        assertThat(scope.missing()).containsExactly(new KeyRange(row(50).bytes(), ByteArray.empty()));
    }

    @Test
    void aTableWithoutRowsHasNothingMeasured() {
        Scope scope = Scope.of(table, DEFINITION.table(), KeyRange.all(), DoneRanges.none());
        assertThat(scope.fraction()).isZero();
        scope.scanned(KeyRange.all());
        assertThat(scope.fraction()).isEqualTo(1);
    }
}
