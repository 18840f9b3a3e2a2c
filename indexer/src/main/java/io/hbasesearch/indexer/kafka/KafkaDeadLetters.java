/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.event.TopicName;
import io.hbasesearch.indexer.pipeline.DeadLetter;
import io.hbasesearch.indexer.pipeline.DeadLetterSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Appends dead letters to the topic of their index. The producer is made with the first letter: an index without poison
 * costs no connection. Safe for use by several threads. Owns the producer.
 */
public final class KafkaDeadLetters implements DeadLetterSink {
    private static final int MAX_BLOCK_MILLIS = 10_000;
    private static final int DELIVERY_MILLIS = 30_000;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final KafkaClients clients;
    private final String index;
    private final Object lock = new Object();
    private @Nullable Producer<byte[], byte[]> producer;

    public KafkaDeadLetters(KafkaClients clients, String index) {
        this.clients = Objects.requireNonNull(clients, "clients");
        this.index = Objects.requireNonNull(index, "index");
    }

    @Override
    public void store(List<DeadLetter> letters) {
        String topic = TopicName.deadLetters(index);
        String what = "storing " + letters.size() + " dead letters in topic " + topic;
        List<Future<?>> answers = new ArrayList<>(letters.size());
        try {
            for (DeadLetter letter : letters) {
                answers.add(producer().send(DeadLetterHeaders.write(topic, letter)));
            }
            for (Future<?> answer : answers) {
                answer.get();
            }
        } catch (ExecutionException | KafkaException e) {
            throw KafkaFailures.translate(e, what);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HBaseSearchException(ErrorCode.TIMED_OUT, what + ": interrupted", null, e);
        }
    }

    private Producer<byte[], byte[]> producer() {
        synchronized (lock) {
            if (producer == null) {
                producer = clients.producer("hbase-search-dead-letters-" + index, MAX_BLOCK_MILLIS, DELIVERY_MILLIS);
            }
            return producer;
        }
    }

    @Override
    public void close() {
        synchronized (lock) {
            if (producer != null) {
                producer.close(CLOSE_TIMEOUT);
                producer = null;
            }
        }
    }
}
