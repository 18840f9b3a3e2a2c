/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WAL.Entry;
import org.junit.jupiter.api.Test;

class RowEditTest {
    @Test
    void groupsCellsByRowInTheOrderOfTheRows() {
        Entry entry = WalEntries.entry()
                .table("ns:t")
                .sequenceId(42)
                .writeTime(99)
                .put("b", "d", "1", "x")
                .put("a", "d", "1", "x")
                .put("b", "d", "2", "x")
                .build();

        List<RowEdit> edits = RowEdit.group(entry, entry.getEdit().getCells());

        assertThat(edits).extracting(edit -> Bytes.toString(edit.row)).containsExactly("b", "a");
        RowEdit first = edits.get(0);
        assertThat(first.cells).hasSize(2);
        assertThat(first.qualifiedTable()).isEqualTo("ns:t");
        assertThat(first.sequenceId).isEqualTo(42);
        assertThat(first.writeTime).isEqualTo(99);
        assertThat(first.regionName()).isEqualTo(WalEntries.REGION);
    }

    @Test
    void makesNothingOfNoCells() {
        assertThat(RowEdit.group(WalEntries.entry().build(), List.of())).isEmpty();
    }
}
