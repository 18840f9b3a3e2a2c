/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.concurrent.RetryPolicy;
import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.error.Backoff;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.indexer.pipeline.source.DecodedEvent;
import io.hbasesearch.indexer.pipeline.source.OffsetTracker;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When bulk loads hold the polls up. The tests are the polling thread. */
@Timeout(60)
class BulkLoadsBoundTest {
    private static final int PARTITIONS = 32;

    private final PipelineRig rig = new PipelineRig(PARTITIONS);
    private final OffsetTracker tracker = new OffsetTracker();
    private final StopSignal stop = new StopSignal();
    private final RetryPolicy retrier =
            RetryPolicy.forever(stop, new Backoff(Duration.ofMillis(1), Duration.ofMillis(1)), rig.health::ailing);
    private final Pipeline pipeline = new Pipeline(rig.context(), new InFlight(1, 1, rig.room), stop, retrier);
    private final BulkLoads loads = new BulkLoads(rig.context(), tracker, stop, retrier, pipeline, rig.health);
    private long offset;

    BulkLoadsBoundTest() {
        rig.repair.gate = new CountDownLatch(1);
    }

    @AfterEach
    void close() {
        stop.fire();
        loads.close(Duration.ofSeconds(5));
        pipeline.close(Duration.ofSeconds(5));
        assertThat(rig.health.worst()).isEmpty();
    }

    /** As a load into some hundred regions brings them. */
    @Test
    void manyEventsOfFewLoadsDoNot() {
        for (int load = 0; load < 400; load++) {
            for (int partition = 0; partition < PARTITIONS; partition++) {
                take(load, partition);
            }
        }
        loads.tick(Set.of(0), partition -> OptionalLong.of(0));
        assertThat(loads.held()).isEqualTo(400 * PARTITIONS);
        assertThat(loads.isFull()).isFalse();
        assertThat(rig.health.worst()).isEmpty();
    }

    @Test
    void moreLoadsThanMayWaitDoAndSaySo() {
        for (int load = 0; load < BulkLoads.MOST_WAITING; load++) {
            assertThat(loads.isFull()).isFalse();
            take(load, 0);
        }
        assertThat(loads.isFull()).isTrue();
        // None begins: partition 1 has not told of any yet.
        loads.tick(Set.of(0, 1), partition -> OptionalLong.of(0));
        assertThat(rig.health.worst().orElseThrow().message()).contains("indexer.scrub.bulkLoadRowsPerSecond");

        loads.drop(Set.of(0));
        loads.tick(Set.of(0, 1), partition -> OptionalLong.of(0));
        assertThat(loads.isFull()).isFalse();
        assertThat(rig.health.worst()).isEmpty();
    }

    private void take(int load, int partition) {
        loads.take(
                new DecodedEvent.BulkLoaded(
                        "load" + load, new KeyRange(ByteArray.utf8("g"), ByteArray.utf8("m")), true),
                partition,
                tracker.track(partition, offset++, OptionalInt.empty()));
    }
}
