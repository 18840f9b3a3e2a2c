/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class SharedProducersTest {
    private static final Map<String, Object> ONE = Map.of("bootstrap.servers", "one:1", "delivery.timeout.ms", "30000");
    private static final Map<String, Object> OTHER = Map.of("bootstrap.servers", "other:1");
    private static final byte[] BYTES = {1};

    private final FakeKafka kafka = new FakeKafka();

    @Test
    void sharesAProducerAmongEqualProperties() throws Exception {
        RecordSender first = kafka.producers.acquire(ONE);
        RecordSender second = kafka.producers.acquire(Map.copyOf(ONE));
        RecordSender other = kafka.producers.acquire(OTHER);
        assertThat(kafka.made).as("made with the first record").isEmpty();

        send(first);
        send(second);
        send(other);

        assertThat(kafka.made).hasSize(2);
        assertThat(first.settledAfterMillis()).isEqualTo(40_000);
    }

    @Test
    void closesAProducerWhenItsLastUserGaveItBack() throws Exception {
        RecordSender first = kafka.producers.acquire(ONE);
        RecordSender second = kafka.producers.acquire(ONE);
        send(first);
        first.close();
        first.close();
        send(second);
        assertThat(kafka.closed).isEmpty();

        second.close();
        Awaitility.await().until(() -> kafka.closed.size() == 1);
        assertThatThrownBy(() -> send(second)).isInstanceOf(IllegalStateException.class);

        send(kafka.producers.acquire(ONE));
        assertThat(kafka.made).hasSize(2);
    }

    @Test
    void handsNobodyADiscardedProducerAndClosesItWithItsLastUser() throws Exception {
        RecordSender broken = kafka.producers.acquire(ONE);
        send(broken);
        broken.discard();
        RecordSender fresh = kafka.producers.acquire(ONE);
        send(fresh);
        assertThat(kafka.made).hasSize(2);

        broken.close();
        Awaitility.await().until(() -> kafka.closed.size() == 1);
        assertThat(kafka.closed).containsExactly(kafka.made.get(0));
        send(fresh);
    }

    private static void send(RecordSender sender) throws InterruptedException {
        assertThat(sender.send("topic", 0, BYTES, BYTES)).isNotNull();
    }
}
