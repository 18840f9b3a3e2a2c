/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.RowCursor;
import io.hbasesearch.core.row.RowFilter;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.indexer.reindex.Selection;
import io.hbasesearch.indexer.verify.SortedTable;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RowSourcesTest extends ReindexRig {
    @Test
    void aFamilyIncludesItsColumns() {
        assertThat(RowSources.columns(List.of("d:a", "e", "d:b", "e:c")).families())
                .isEqualTo(Map.of("d", Set.of(ByteArray.utf8("a"), ByteArray.utf8("b")), "e", Set.of()));
        assertThat(RowSources.columns(List.of("e:c", "e")).families()).isEqualTo(Map.of("e", Set.of()));
        assertThat(RowSources.columns(List.of())).isEqualTo(ColumnSelection.everything());
        assertThatThrownBy(() -> RowSources.columns(List.of(":a"))).isInstanceOf(IllegalArgumentException.class);
    }

    /** Rows that match are read whole; one that has gone since leaves a stub; others, and documents without rows, are left alone. */
    @Test
    void onlyRowsThatMatchAreWrittenAndNothingIsLookedForThatIsAbsent() {
        rows(300);
        index.put(RowKey.utf8("row-0005"), "no row");
        Selection selection =
                new Selection(KeyRange.all(), OptionalLong.of(7), OptionalLong.empty(), List.of("d:body"));
        matching = new TreeSet<>(Set.of(row(2), row(150), row(299), RowKey.utf8("row-gone")));
        assertThat(run(100, selection)).isTrue();
        assertThat(asked)
                .isEqualTo(
                        new RowFilter(RowSources.columns(List.of("d:body")), OptionalLong.of(7), OptionalLong.empty()));
        assertThat(writer.operations).hasSize(4);
        assertThat(document(row(150)).state()).isEqualTo(IndexedDocument.State.LIVE);
        assertThat(document(RowKey.utf8("row-gone")).state()).isEqualTo(IndexedDocument.State.DELETED);
        assertThat(document(row(3))).isNull();
        assertThat(touched).isEmpty();
        assertThat(done.ranges()).containsExactly(KeyRange.all());
    }

    @Test
    void ofLargeRowsThatMatchFewAreReadTogether() {
        ByteArray body = ByteArray.wrap(new byte[3 << 20]);
        for (int i = 0; i < 20; i++) {
            table.rows.put(row(i), body);
        }
        matching = new TreeSet<>(table.rows.keySet());
        Selection selection = new Selection(KeyRange.all(), OptionalLong.of(7), OptionalLong.empty(), List.of());
        try (RowCursor cursor = RowSources.of(
                        context().table().rows(), DEFINITION, Duration.ofSeconds(1), selection, Clock.systemUTC())
                .open(KeyRange.all())) {
            cursor.forEachRemaining(row -> assertThat(row.cells()).hasSize(1));
        }
        // 8 MB are full with the third row.
        assertThat(table.reads).containsExactly(3, 3, 3, 3, 3, 3, 2);
    }

    private Set<RowKey> matching = Set.of();
    private RowFilter asked;

    @Override
    RowCursor matching(TableId of, RowFilter filter, KeyRange range) {
        asked = filter;
        SortedTable found = new SortedTable();
        matching.forEach(row -> found.rows.put(row, ByteArray.empty()));
        return found.scan(of, ColumnSelection.everything(), range);
    }
}
