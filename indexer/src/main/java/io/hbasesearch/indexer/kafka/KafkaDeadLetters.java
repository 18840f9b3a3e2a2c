/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.event.TopicName;
import io.hbasesearch.indexer.pipeline.source.DeadLetter;
import io.hbasesearch.indexer.pipeline.source.DeadLetterSink;
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
 * Appends dead letters to the topic of their index. An event that is too large for the topic is truncated, and the dead letter says
 * so: an index must not stop at an event that it could not even store as a dead letter. The producer is created with the first dead
 * letter, so that an index without poison needs no connection. Safe for use by several threads. Owns the producer.
 */
public final class KafkaDeadLetters implements DeadLetterSink {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaDeadLetters.class);
    private static final int MAX_BLOCK_MILLIS = 10_000;
    private static final int DELIVERY_MILLIS = 30_000;
    /** Senders wait for their responses, so a close need not wait for records in flight. */
    private static final Duration CLOSE_TIMEOUT = Duration.ofMillis(500);
    /** Bytes of a record besides its event: the row's key, twice, the message and the other headers. */
    private static final int CONTEXT_BYTES = 128 << 10;

    /** The limits to try: the limit that the topic is created with, then the default limit of brokers, then no event at all. */
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
     * Recreates the topic if it was deleted, which the client reports only as a timeout.
     *
     * @throws HBaseSearchException SERVER_UNREACHABLE if it was gone, so that the dead letters are stored again; Kafka's failure if
     *     the topic could not be looked up or created
     */
    private void createIfGone(List<DeadLetter> letters, String what) {
        String topic = TopicName.deadLetters(index);
        String fed = letters.get(0).origin().topic();
        try (Topics topics = new Topics(clients.config())) {
            Optional<Topics.Topic> table = topics.find(topic).isPresent() ? Optional.empty() : topics.find(fed);
            if (table.isEmpty()) {
                return;
            }
            LOG.warn("index {}: topic {} was deleted with all dead letters; recreating it", index, topic);
            topics.createDeadLetters(index, (short) table.get().replication());
        }
        throw new HBaseSearchException(
                ErrorCode.SERVER_UNREACHABLE, what + ": the topic was deleted and has been recreated");
    }

    /** @return the dead letters that are too large for the topic */
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
                // The caller is a thread that outlives its stop: a producer created now would never be closed.
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
