/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Producers that acknowledge, refuse or keep silent as a test says, and remember what was acknowledged. */
final class FakeKafka {
    final List<ProducerRecord<byte[], byte[]>> acknowledged = new CopyOnWriteArrayList<>();
    final List<Producer<byte[], byte[]>> made = new CopyOnWriteArrayList<>();
    final List<Producer<byte[], byte[]>> closed = new CopyOnWriteArrayList<>();

    /** What happens to a record: null acknowledges it, an exception refuses it, {@link Silence} leaves it open. */
    volatile Function<ProducerRecord<byte[], byte[]>, Throwable> answer = ignored -> null;

    /** While true, whatever would be acknowledged waits in {@link #held}. */
    volatile boolean holds;

    final Queue<Held> held = new ConcurrentLinkedQueue<>();

    /** A record that was offered, to be acknowledged by {@link #release} or refused by its future. */
    record Held(ProducerRecord<byte[], byte[]> record, CompletableFuture<RecordMetadata> ack) {}

    /** Acknowledges what is held, and holds no more. */
    void release() {
        holds = false;
        for (Held one = held.poll(); one != null; one = held.poll()) {
            acknowledged.add(one.record());
            one.ack().complete(null);
        }
    }

    /** Not an answer at all. */
    static final class Silence extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    final SharedProducers producers = new SharedProducers(this::connect);

    private Producer<byte[], byte[]> connect(Map<String, Object> properties) {
        Producer<byte[], byte[]> producer = new FakeProducer();
        made.add(producer);
        return producer;
    }

    private final class FakeProducer extends MockProducer<byte[], byte[]> {
        FakeProducer() {
            super(true, new ByteArraySerializer(), new ByteArraySerializer());
        }

        @Override
        public synchronized Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record) {
            Throwable refusal = answer.apply(record);
            if (refusal instanceof Silence) {
                return new CompletableFuture<>();
            }
            if (refusal != null) {
                CompletableFuture<RecordMetadata> refused = new CompletableFuture<>();
                refused.completeExceptionally(refusal);
                return refused;
            }
            if (holds) {
                Held one = new Held(record, new CompletableFuture<>());
                held.add(one);
                return one.ack();
            }
            Future<RecordMetadata> ack = super.send(record);
            acknowledged.add(record);
            return ack;
        }

        @Override
        public void close(java.time.Duration timeout) {
            super.close(timeout);
            closed.add(this);
        }
    }
}
