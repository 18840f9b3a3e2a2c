/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.event.RowMutations;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class UnindexedEventsTest {
    private static final long NOW = 1_000_000;

    @Test
    void anEventWasWrittenWhenItSaysSoUnlessItWasSentBefore() {
        assertThat(UnindexedEvents.writtenMillis(record(touch(900_000), 950_000), NOW))
                .hasValue(900_000);
        assertThat(UnindexedEvents.writtenMillis(record(touch(960_000), 950_000), NOW))
                .hasValue(950_000);
    }

    @Test
    void whatCannotBeReadWasWrittenWhenItWasSent() {
        assertThat(UnindexedEvents.writtenMillis(record(null, 950_000), NOW)).hasValue(950_000);
        assertThat(UnindexedEvents.writtenMillis(record(new byte[0], 950_000), NOW))
                .hasValue(950_000);
        assertThat(UnindexedEvents.writtenMillis(record("garbage".getBytes(UTF_8), 950_000), NOW))
                .hasValue(950_000);
    }

    @Test
    void timesThatCannotBeTrueAreNone() {
        for (long said : new long[] {Long.MIN_VALUE, -1, 0, NOW + 1, Long.MAX_VALUE}) {
            assertThat(UnindexedEvents.writtenMillis(record(touch(said), 950_000), NOW))
                    .hasValue(950_000);
            for (long sent : new long[] {-1, 0, NOW + 1, Long.MAX_VALUE}) {
                assertThat(UnindexedEvents.writtenMillis(record(touch(said), sent), NOW))
                        .isEmpty();
            }
        }
    }

    private static byte[] touch(long millis) {
        return RowMutations.touch("ns", "t", new byte[] {1}, millis).toByteArray();
    }

    private static ConsumerRecord<byte[], byte[]> record(byte[] value, long sent) {
        return new ConsumerRecord<>(
                "t", 0, 0, sent, TimestampType.CREATE_TIME, 0, 0, null, value, new RecordHeaders(), Optional.empty());
    }
}
