/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.Bucket;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.indexer.pipeline.source.OffsetTracker;
import io.hbasesearch.indexer.pipeline.source.SourceEvent;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class CoalescerTest {
    @Test
    void aRowHasTheVersionOfItsNewestEventAndTheTicketsOfAll() {
        RowKey twice = RowKey.utf8("twice");
        RowKey once = RowKey.utf8("once");
        OffsetTracker tracker = new OffsetTracker();
        Coalescer coalescer = new Coalescer(2);
        coalescer.add(twice, Bucket.all(4).subList(0, 1), event(4), tracker.track(0, 4, OptionalInt.empty()), 200);
        coalescer.add(once, List.of(Bucket.ONLY), event(5), tracker.track(0, 5, OptionalInt.empty()), 0);
        coalescer.add(twice, Bucket.all(4).subList(2, 4), event(9), tracker.track(0, 9, OptionalInt.empty()), 100);

        List<RowWork> work = coalescer.work();
        assertThat(work).extracting(RowWork::row).containsExactly(twice, once);
        assertThat(work.get(0).version()).isEqualTo(RowVersion.of(2, 9));
        assertThat(work.get(0).newest().offset()).isEqualTo(9);
        assertThat(work.get(0).tickets())
                .extracting(OffsetTracker.Ticket::offset)
                .containsExactly(4L, 9L);
        assertThat(work.get(0).oldestWriteMillis()).isEqualTo(100);
        assertThat(work.get(0).buckets()).containsExactlyInAnyOrder(Bucket.of(0), Bucket.of(2), Bucket.of(3));
        assertThat(work.get(1).oldestWriteMillis()).isZero();
    }

    private static SourceEvent event(long offset) {
        return new SourceEvent(0, offset, OptionalInt.empty(), new byte[] {1}, new byte[] {2});
    }
}
