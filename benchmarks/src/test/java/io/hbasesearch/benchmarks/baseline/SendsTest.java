/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class SendsTest {
    private final MockProducer<String, String> producer =
            new MockProducer<>(false, null, new StringSerializer(), new StringSerializer());
    private final Sends<String, String> sends = new Sends<>(producer);

    @Test
    void theFirstThatFailsIsToldThoughOthersAreTaken() {
        send(4);
        producer.completeNext();
        TimeoutException expired = new TimeoutException("expired");
        producer.errorNext(expired);
        producer.errorNext(new TimeoutException("expired as well"));
        assertThatThrownBy(sends::await)
                .isInstanceOf(IllegalStateException.class)
                .hasCause(expired);
    }

    @Test
    void allAreWaitedFor() {
        send(3);
        sends.await();
        assertThat(producer.flushed()).isTrue();
    }

    private void send(int records) {
        for (int i = 0; i < records; i++) {
            sends.send(new ProducerRecord<>("topic", "key" + i, "value"));
        }
    }
}
