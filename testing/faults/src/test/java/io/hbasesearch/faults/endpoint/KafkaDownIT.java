/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ten minutes without Kafka, while rows are written as before. */
class KafkaDownIT {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaDownIT.class);
    private static final Duration OUTAGE = Scale.of(Duration.ofMinutes(10));
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int ROWS_PER_SECOND = 300;
    private static final int VALUE_BYTES = 4_000;
    /** By HBase's defaults: a batch of 64 MB in the shipper's hand; of which there is one for each RegionServer. */
    private static final long MOST_HELD_BYTES = 2 * (64L << 20) + (8 << 20);

    /**
     * What the readers of both servers may read ahead (HBase's default quota is 256 MB for each, of which one peer with one
     * log takes three batches), the producer's buffer, and memstores of four regions.
     */
    private static final long MOST_MORE_HEAP = 2 * 3 * (64L << 20) + (16 << 20) + 2 * 4 * (8 << 20);

    /**
     * Once the readers' batches and the producer's buffer are full, which minutes without Kafka see to, nothing more is to be
     * held however long it lasts. What is written in five minutes is 360 MB.
     */
    private static final long MOST_MORE_HEAP_LATER = 30L << 20;

    private static EndpointStand stand;

    /** Memstores are flushed early, so that what grows in the heap is not theirs. */
    @BeforeAll
    static void start() throws Exception {
        stand = new EndpointStand(1_024, Map.of("hbase.hregion.memstore.flush.size", Integer.toString(8 << 20)));
    }

    @AfterAll
    static void stop() throws Exception {
        stand.close();
    }

    @Test
    void writesContinueWithBoundedMemoryAndTheBacklogDrains() throws Exception {
        TableName table = stand.createTable("outlast", stand.kafka());
        stand.addPeer("outlast", stand.kafka().bootstrapServers(), Map.of("hbase-search.lag.alarm.ms", "10000"), table);
        Backlog backlog = new Backlog(stand, "outlast");
        try (NumberedRows rows = new NumberedRows(stand.connection(), table, ROWS_PER_SECOND, VALUE_BYTES)) {
            backlog.watch(Duration.ofSeconds(10));
            int before = rows.written();
            long walsBefore = backlog.mostWals();
            assertThat(backlog.oldestSeconds()).as("while all is well").isLessThan(10);
            long heapBefore = stand.jvm().heapLiveBytes();

            stand.kafka().stop();
            backlog.watch(OUTAGE.dividedBy(2));
            long heapHalfway = stand.jvm().heapLiveBytes();
            backlog.watch(OUTAGE.dividedBy(2));
            long heapAfter = stand.jvm().heapLiveBytes();
            LOG.info(
                    "heap after a full collection: {} MB before the outage, {} MB in its middle, {} MB at its end",
                    heapBefore >> 20,
                    heapHalfway >> 20,
                    heapAfter >> 20);
            assertThat(heapAfter - heapBefore).as("growth of the heap").isLessThan(MOST_MORE_HEAP);
            assertThat(heapAfter - heapHalfway)
                    .as("growth of the heap in the outage's second half")
                    .isLessThan(MOST_MORE_HEAP_LATER);
            int during = rows.written() - before;
            assertThat(during).as("rows written while Kafka was down").isGreaterThan((int)
                    (OUTAGE.toSeconds() * ROWS_PER_SECOND / 2));
            // Each server begins a new one every seven seconds at this rate.
            assertThat(backlog.mostWals()).as("WALs queue up").isGreaterThan(walsBefore + OUTAGE.toSeconds() / 15);
            assertThat(backlog.oldestSeconds()).isGreaterThan(OUTAGE.toSeconds() * 0.8);
            assertThat(stand.jvm().sink("outlast", "LagAlarm", Boolean.class)).isTrue();
            assertThat(backlog.growth()).isGreaterThan(0.5);

            stand.startKafka();
            Duration drain = backlog.drained(PATIENCE);
            int total = rows.stop();
            backlog.drained(PATIENCE);
            report(during, total, drain, backlog);
        }
        assertThat(stand.jvm().sink("outlast", "LagAlarm", Boolean.class)).isFalse();
        assertThat(backlog.mostHeldBytes()).isLessThan(MOST_HELD_BYTES);
        assertThat(backlog.mostProducerBytes()).isLessThanOrEqualTo(16 << 20);
        stand.assertNothingAborted();
        stand.admin().removeReplicationPeer("outlast");
    }

    private static void report(int during, int total, Duration drain, Backlog backlog) throws Exception {
        try (Announced announced = new Announced(stand.kafka().bootstrapServers(), EndpointStand.topic("outlast"))) {
            announced.await(0, total, PATIENCE);
            announced.readToEnd();
            backlog.log("Kafka down for " + OUTAGE.toSeconds() + " s");
            LOG.info(
                    "{} rows written, {} of them while Kafka was down; drained in {} s beside {} new rows a second; {}"
                            + " redelivered; {} MB of heap in use after a collection",
                    total,
                    during,
                    drain.toMillis() / 1e3,
                    ROWS_PER_SECOND,
                    announced.redelivered(),
                    stand.jvm().heapLiveBytes() >> 20);
            assertThat(announced.firstMissing(total))
                    .as("first row that was not announced")
                    .isEqualTo(-1);
            assertThat(announced.distinctRows()).isEqualTo(total);
        }
    }
}
