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
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends dead letters to the topic of their index. An event that is too large for the topic is shortened, and the letter says
 * so: an index must not stop at an event that it could not even put aside. The producer is made with the first letter: an
 * index without poison costs no connection. Safe for use by several threads. Owns the producer.
 */
public final class KafkaDeadLetters implements DeadLetterSink {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaDeadLetters.class);
    private static final int MAX_BLOCK_MILLIS = 10_000;
    private static final int DELIVERY_MILLIS = 30_000;
    /** Whoever sends waits for the answer: what is under way at the close is waited for by nobody. */
    private static final Duration CLOSE_TIMEOUT = Duration.ofMillis(500);
    /** What a record takes beside its event: the row's key, twice, the message and the other headers. */
    private static final int CONTEXT_BYTES = 128 << 10;

    /** As much as the topic is made for; as much as brokers take by default; then no more than the row's key. */
    private static final int[] EVENT_BYTES = {KafkaClients.LARGEST_REQUEST_BYTES - CONTEXT_BYTES, 512 << 10, 0};

    private final KafkaClients clients;
    private final String index;
    private final Object lock = new Object();
    private @Nullable Producer<byte[], byte[]> producer;
    private boolean closed;

    public KafkaDeadLetters(KafkaClients clients, String index) {
        this.clients = Objects.requireNonNull(clients, "clients");
        this.index = Objects.requireNonNull(index, "index");
    }

    @Override
    public void store(List<DeadLetter> letters) {
        String what = "storing " + letters.size() + " dead letters in topic " + TopicName.deadLetters(index);
        try {
            List<DeadLetter> left = letters;
            for (int i = 0; i < EVENT_BYTES.length - 1 && !left.isEmpty(); i++) {
                left = send(left, EVENT_BYTES[i], true);
            }
            send(left, EVENT_BYTES[EVENT_BYTES.length - 1], false);
        } catch (ExecutionException | KafkaException e) {
            createIfGone(letters, what);
            throw KafkaFailures.translate(e, what);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HBaseSearchException(ErrorCode.TIMED_OUT, what + ": interrupted", null, e);
        }
    }

    /**
     * Creates the topic again if somebody has deleted it, which the client tells only by a timeout.
     *
     * @throws HBaseSearchException SERVER_UNREACHABLE if it was gone, so that the letters are stored again; what Kafka says
     *     against asking or creating
     */
    private void createIfGone(List<DeadLetter> letters, String what) {
        String topic = TopicName.deadLetters(index);
        String fed = letters.get(0).topic();
        try (Topics topics = new Topics(clients.config())) {
            Optional<Topics.Topic> table = topics.find(topic).isPresent() ? Optional.empty() : topics.find(fed);
            if (table.isEmpty()) {
                return;
            }
            LOG.warn("index {}: topic {} was deleted with all dead letters, and is created again", index, topic);
            topics.createDeadLetters(index, (short) table.get().replication());
        }
        throw new HBaseSearchException(
                ErrorCode.SERVER_UNREACHABLE, what + ": the topic was deleted, and is created again");
    }

    /** @return those that the topic is too small for */
    private List<DeadLetter> send(List<DeadLetter> letters, int maxEventBytes, boolean mayBeTooLarge)
            throws ExecutionException, InterruptedException {
        String topic = TopicName.deadLetters(index);
        List<Future<?>> answers = new ArrayList<>(letters.size());
        for (DeadLetter letter : letters) {
            answers.add(producer().send(DeadLetterHeaders.write(topic, letter, maxEventBytes)));
        }
        List<DeadLetter> tooLarge = new ArrayList<>(0);
        for (int i = 0; i < letters.size(); i++) {
            try {
                answers.get(i).get();
            } catch (ExecutionException e) {
                if (!mayBeTooLarge || !(e.getCause() instanceof RecordTooLargeException)) {
                    throw e;
                }
                tooLarge.add(letters.get(i));
            }
        }
        return tooLarge;
    }

    private Producer<byte[], byte[]> producer() {
        synchronized (lock) {
            if (closed) {
                // By a thread that outlives its stop: what it opened would be closed by nobody.
                throw new HBaseSearchException(
                        ErrorCode.TIMED_OUT, "storing dead letters of index " + index + ": closed");
            }
            if (producer == null) {
                producer = clients.producer("hbase-search-dead-letters-" + index, MAX_BLOCK_MILLIS, DELIVERY_MILLIS);
            }
            return producer;
        }
    }

    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            if (producer != null) {
                producer.close(CLOSE_TIMEOUT);
                producer = null;
            }
        }
    }
}
