/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.replication.settings.SinkConfig;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.hadoop.hbase.wal.WAL.Entry;
import org.junit.jupiter.api.Test;

class SendAttemptTest {
    private final SinkMetrics metrics = new SinkMetrics(System::currentTimeMillis);

    /** As when the producer's own thread has died of a class that is missing. */
    @Test
    void givesUpOnAProducerThatNeverAnswersAndAsksForAnother() throws Exception {
        SendAttempt attempt = new SendAttempt(
                new SilentSender(), SinkConfig.parse(FakePeer.VALID), new StopSignal(), metrics, unrouted -> {});
        Entry entry = WalEntries.entry().put("r", "d", "q", "v").build();
        List<RowEdit> edits = RowEdit.group(entry, entry.getEdit().getCells());

        attempt.offer(edits);
        attempt.await(0);

        assertThat(edits).noneMatch(Announcement::isSettled);
        assertThat(attempt.failures()).singleElement().satisfies(failure -> {
            assertThat(failure.breaksProducer(true)).isTrue();
            assertThat(failure.describe("p")).contains("did not answer");
        });
        assertThat(metrics.getShippedEventsTotal()).isZero();
    }

    private static final class SilentSender implements RecordSender {
        @Override
        public Future<?> send(String topic, int partition, byte[] key, byte[] value) {
            return new CompletableFuture<>();
        }

        @Override
        public long settledAfterMillis() {
            return 20;
        }

        @Override
        public void acknowledged() {}

        @Override
        public boolean isProven() {
            return true;
        }

        @Override
        public void discard() {}

        @Override
        public void close() {}
    }
}
