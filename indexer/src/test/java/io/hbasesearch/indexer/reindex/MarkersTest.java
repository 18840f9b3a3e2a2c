/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.event.RowPartition;
import io.hbasesearch.indexer.pipeline.source.SourceEvent;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class MarkersTest {
    @Test
    void aRowHasTheVersionOfTheMarkerInItsPartition() {
        Markers markers = new Markers(3, List.of(event(0, 40), event(1, 70), event(2, 7)), 0);
        long[] offsets = {40, 70, 7};
        for (int i = 0; i < 50; i++) {
            RowKey row = RowKey.utf8("row" + i);
            int partition = RowPartition.of(row.bytes().unsafeBytes(), 3);
            assertThat(markers.version(row)).isEqualTo(RowVersion.of(3, offsets[partition]));
        }
        assertThat(markers.goal()).isEqualTo(Map.of(0, 41L, 1, 71L, 2, 8L));
    }

    private static SourceEvent event(int partition, long offset) {
        return new SourceEvent(partition, offset, OptionalInt.empty(), null, null);
    }
}
