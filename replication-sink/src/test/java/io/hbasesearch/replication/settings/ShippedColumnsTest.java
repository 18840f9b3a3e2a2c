/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.replication.WalEntries;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValue;
import org.junit.jupiter.api.Test;

class ShippedColumnsTest {
    private static final byte[] NO_VALUE = {};
    private final ShippedColumns selection = ShippedColumns.parse("whole, d:subject ,d:a\\x2Cb,e:");

    @Test
    void selectsWholeFamiliesAndSingleColumns() {
        assertThat(selects(cell("whole", "anything", KeyValue.Type.Put))).isTrue();
        assertThat(selects(cell("d", "subject", KeyValue.Type.Put))).isTrue();
        assertThat(selects(cell("d", "a,b", KeyValue.Type.Put))).isTrue();
        assertThat(selects(cell("e", "", KeyValue.Type.Put))).isTrue();
        assertThat(selects(cell("d", "subjects", KeyValue.Type.Put))).isFalse();
        assertThat(selects(cell("e", "x", KeyValue.Type.Put))).isFalse();
        assertThat(selects(cell("f", "subject", KeyValue.Type.Put))).isFalse();
    }

    @Test
    void treatsDeletesOfColumnsLikeTheColumns() {
        for (KeyValue.Type type : List.of(KeyValue.Type.Delete, KeyValue.Type.DeleteColumn)) {
            assertThat(selects(cell("d", "subject", type))).isTrue();
            assertThat(selects(cell("d", "other", type))).isFalse();
        }
    }

    @Test
    void neverDropsADeleteOfAFamilyThatHoldsASelectedColumn() {
        for (KeyValue.Type type : List.of(KeyValue.Type.DeleteFamily, KeyValue.Type.DeleteFamilyVersion)) {
            assertThat(selects(cell("d", null, type))).isTrue();
            assertThat(selects(cell("e", null, type))).isTrue();
            assertThat(selects(cell("whole", null, type))).isTrue();
            assertThat(selects(cell("f", null, type))).isFalse();
        }
    }

    private boolean selects(Cell cell) {
        return selection.of(CellUtil.cloneFamily(cell)).selects(cell);
    }

    private static Cell cell(String family, String qualifier, KeyValue.Type type) {
        return WalEntries.entry()
                .cell("row", family, qualifier, type, NO_VALUE)
                .build()
                .getEdit()
                .getCells()
                .get(0);
    }
}
