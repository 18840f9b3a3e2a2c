/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import java.util.List;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class ResultsTest {
    private static final ColumnSelection COLUMNS =
            ColumnSelection.of(List.of(ColumnName.of("m", "owner")), List.of("d"));

    @Test
    void gets_and_scans_ask_for_no_more_columns_of_a_family_than_are_wanted() {
        Get get = Results.get(RowKey.utf8("k"), COLUMNS.atMost(7));
        assertThat(get.getMaxResultsPerColumnFamily()).isEqualTo(7);
        assertThat(get.familySet()).hasSize(2);
        Scan scan = HBaseFiles.scan(COLUMNS.atMost(7), KeyRange.all());
        assertThat(scan.getMaxResultsPerColumnFamily()).isEqualTo(7);
    }

    @Test
    void without_a_bound_they_ask_for_all() {
        int all = new Get(Bytes.toBytes("k")).getMaxResultsPerColumnFamily();
        assertThat(Results.get(RowKey.utf8("k"), COLUMNS).getMaxResultsPerColumnFamily())
                .isEqualTo(all);
    }
}
