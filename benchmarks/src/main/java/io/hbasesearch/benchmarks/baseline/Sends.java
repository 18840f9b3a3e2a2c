/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.baseline;

import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Records on their way through a producer, none of which may fail unseen. For one thread. Does not own the producer.
 *
 * @param <K> their keys
 * @param <V> their values
 */
public final class Sends<K, V> {
    private final Producer<K, V> producer;
    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

    public Sends(Producer<K, V> producer) {
        this.producer = producer;
    }

    public void send(ProducerRecord<K, V> record) {
        var unused = producer.send(record, (sent, problem) -> failure.compareAndSet(null, problem));
    }

    /** @throws IllegalStateException if any of them was not acknowledged, because of the first */
    public void await() {
        producer.flush();
        Exception first = failure.get();
        if (first != null) {
            throw new IllegalStateException("a record was not sent", first);
        }
    }
}
