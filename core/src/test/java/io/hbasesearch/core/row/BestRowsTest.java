/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.PathRows.Found;
import io.hbasesearch.core.rowkey.plan.AccessPath;
import io.hbasesearch.core.rowkey.plan.SortField;
import io.hbasesearch.core.rowkey.value.KeyValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BestRowsTest {
    private static Found row(String key, long size) {
        return new Found(new Row(RowKey.utf8(key), List.of()), Map.of("size", KeyValue.of(size)));
    }

    private static final Found WITHOUT = new Found(new Row(RowKey.utf8("0"), List.of()), Map.of());

    private static List<String> best(Optional<SortField> order, int limit) {
        BestRows best = new BestRows(order, limit);
        List.of(row("b", 3), row("d", 1), WITHOUT, row("a", 2), row("c", 3)).forEach(best::add);
        return best.rows().stream().map(found -> found.row().key().printable()).toList();
    }

    @Test
    void withoutAnOrderTheFirstKeysAreKept() {
        assertThat(best(Optional.empty(), 3)).containsExactly("0", "a", "b");
    }

    @Test
    void fromTheEndTheLastKeysAreKeptInTheSameOrder() {
        BestRows best = BestRows.of(PathRequest.of(
                        TableId.parse("default:t"), new AccessPath.Gets(List.of(), List.of()), row -> Optional.empty())
                .withLimit(2)
                .readFromEnd());
        List.of(row("b", 3), row("d", 1), row("a", 2), row("c", 3)).forEach(best::add);

        assertThat(best.rows())
                .extracting(found -> found.row().key().printable())
                .containsExactly("c", "d");
    }

    @Test
    void rowsAreKeptInEitherSortOrderAndThoseWithoutAValueComeLast() {
        assertThat(best(Optional.of(new SortField("size", false)), 3)).containsExactly("d", "a", "b");
        assertThat(best(Optional.of(new SortField("size", true)), 3)).containsExactly("b", "c", "a");
        assertThat(best(Optional.of(new SortField("size", true)), 9)).containsExactly("b", "c", "a", "d", "0");
    }

    @Test
    void itIsFullWithAsManyAsAreWanted() {
        BestRows best = new BestRows(Optional.empty(), 1);
        assertThat(best.isFull()).isFalse();
        best.add(WITHOUT);
        assertThat(best.isFull()).isTrue();
    }

    @Test
    void rowsOverTheByteLimitAreDroppedFromTheEndInAnyInputOrder() {
        BestRows best = new BestRows(Optional.empty(), 10, 6_000);
        for (String key : List.of("d", "b", "e", "a", "f", "c")) {
            best.add(new Found(large(key, key.equals("d") ? 3_000 : 2_000), Map.of()));
        }
        // Small as it is, it comes behind one that had no place.
        best.add(new Found(large("e2", 1), Map.of()));

        assertThat(best.rows().stream().map(found -> found.row().key().printable()))
                .containsExactly("a", "b");
        assertThat(best.isCut()).isTrue();
        assertThat(best.isFull()).isTrue();
        assertThat(best.isPast(RowKey.utf8("b"))).isTrue();
        assertThat(best.isPast(RowKey.utf8("a"))).isFalse();
        BestRows one = new BestRows(Optional.empty(), 10, 1);
        one.add(new Found(large("z", 50), Map.of()));
        assertThat(one.rows()).hasSize(1);
        assertThat(one.isCut()).isFalse();
    }

    private static Row large(String key, int bytes) {
        return new Row(
                RowKey.utf8(key), List.of(new Cell(ColumnName.of("d", "q"), 1, ByteArray.wrap(new byte[bytes]))));
    }
}
