/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.event.TopicName;
import io.hbasesearch.indexer.reindex.run.ReindexJson;
import io.hbasesearch.indexer.reindex.run.ReindexLog;
import io.hbasesearch.indexer.reindex.run.ReindexRefusal;
import io.hbasesearch.indexer.reindex.run.ReindexRequest;
import io.hbasesearch.indexer.reindex.run.RunState;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the log in a compacted topic of one partition. Its owner is the holder of a transactional id: Kafka fences an earlier
 * owner. Safe for use by several threads. Connects on first use; owns its clients.
 */
public final class KafkaReindexLog implements ReindexLog {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaReindexLog.class);
    static final String RUN = "run";
    static final String REQUEST = "request";
    static final String REFUSAL = "refusal";
    /** The first transaction of a cluster makes brokers create the topic for all transactions. */
    private static final int MAX_BLOCK_MILLIS = 30_000;

    private static final int DELIVERY_MILLIS = 20_000;
    private static final Duration CLOSE_TIMEOUT = Duration.ofMillis(500);

    private final KafkaConfig config;
    private final KafkaClients clients;
    private final String index;
    private final String tableTopic;
    private final TopicPartition partition;
    private final ReindexLogReader reader;
    private final Object writing = new Object();
    private @Nullable Producer<byte[], byte[]> owner;
    private RunState.@Nullable Owner written;
    private volatile boolean closed;

    public KafkaReindexLog(KafkaConfig config, IndexMetadata metadata) {
        this.config = Objects.requireNonNull(config, "config");
        this.clients = new KafkaClients(config);
        this.index = metadata.index();
        this.tableTopic = metadata.topic();
        this.partition = new TopicPartition(TopicName.reindexLog(index), 0);
        this.reader = new ReindexLogReader(config, index, partition);
    }

    @Override
    public void create() {
        try (Topics admin = new Topics(config)) {
            if (admin.find(partition.topic()).isEmpty()) {
                int replication =
                        admin.find(tableTopic).map(Topics.Topic::replication).orElse(1);
                admin.createReindexLog(index, (short) replication);
            }
        }
        reader.lookAgain();
    }

    @Override
    public Entries read(Duration wait) {
        return reader.read(wait);
    }

    @Override
    public void own() {
        synchronized (writing) {
            KafkaFailures.translating("becoming the owner of " + partition.topic(), () -> {
                requireOpen();
                release();
                Producer<byte[], byte[]> producer = clients.transactionalProducer(
                        "hbase-search-reindex-" + index,
                        "hbase-search.reindex." + index,
                        MAX_BLOCK_MILLIS,
                        DELIVERY_MILLIS);
                try {
                    producer.initTransactions();
                } catch (KafkaException e) {
                    close(producer);
                    throw e;
                }
                owner = producer;
                return producer;
            });
        }
    }

    @Override
    public void write(RunState run) {
        synchronized (writing) {
            if (owner == null) {
                ownAgain(run);
            }
            Producer<byte[], byte[]> producer = Objects.requireNonNull(owner, "not owned");
            try {
                producer.beginTransaction();
                AtomicLong next = new AtomicLong();
                producer.send(record(RUN, ReindexJson.write(run)), (sent, failure) -> {
                    if (failure == null) {
                        next.set(sent.offset() + 1);
                    }
                });
                producer.commitTransaction();
                written = run.heartbeat().owner();
                // A commit returns before the partition has it: a reader that asks for the end may not see it yet.
                reader.mustReach(next.get());
                ended(run);
            } catch (KafkaException e) {
                // It is unknown whether the run was written; another attempt needs another producer.
                release();
                throw isFenced(e)
                        ? takenOver(e)
                        : reader.gone(e).orElseGet(() -> KafkaFailures.translate(e, "writing to " + partition.topic()));
            }
        }
    }

    /** Waits until the end of a run can be read, so that readers which look after the process has ended see that the run has ended, too. */
    private void ended(RunState run) {
        if (run.state().isHeld()) {
            return;
        }
        try {
            reader.read(Duration.ZERO);
        } catch (HBaseSearchException e) {
            LOG.debug("{}: the end of run {} is written but not visible yet: {}", partition, run.id(), e.getMessage());
        }
    }

    /** Returns whether another owner has fenced the producer. The client reports it directly, or reports the state that it is in since. */
    private static boolean isFenced(KafkaException failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ProducerFencedException || cause instanceof InvalidProducerEpochException) {
                return true;
            }
        }
        return false;
    }

    /**
     * Takes ownership again after a failure, but only if no other process has become the owner meanwhile, not even one that has
     * ended by now. This is checked before, so that no writes are fenced needlessly, and again once no other process can write.
     */
    private void ownAgain(RunState self) {
        if (!isNewest(self)) {
            throw takenOver(null);
        }
        own();
        if (!isNewest(self)) {
            release();
            throw takenOver(null);
        }
    }

    private boolean isNewest(RunState self) {
        return written != null
                && read(Duration.ZERO)
                        .run()
                        .filter(run -> run.state().isHeld())
                        .filter(run -> run.id().equals(self.id())
                                && run.heartbeat()
                                        .owner()
                                        .equals(self.heartbeat().owner()))
                        .isPresent();
    }

    private HBaseSearchException takenOver(@Nullable Throwable cause) {
        return new HBaseSearchException(
                ErrorCode.INDEX_LOCKED,
                "the reindex of " + index + " was taken over by another process",
                "See which: hbase-search reindex status " + index,
                cause);
    }

    private ProducerRecord<byte[], byte[]> record(String key, byte[] value) {
        return new ProducerRecord<>(partition.topic(), partition.partition(), key.getBytes(UTF_8), value);
    }

    @Override
    public void request(ReindexRequest request) {
        append("making a request in " + partition.topic(), record(REQUEST, ReindexJson.write(request)));
    }

    @Override
    public void refuse(ReindexRefusal refusal) {
        append("answering a request in " + partition.topic(), record(REFUSAL, ReindexJson.write(refusal)));
    }

    private void append(String what, ProducerRecord<byte[], byte[]> record) {
        try (Producer<byte[], byte[]> producer =
                clients.producer("hbase-search-reindex-request-" + index, MAX_BLOCK_MILLIS, DELIVERY_MILLIS)) {
            producer.send(record).get();
        } catch (ExecutionException | KafkaException e) {
            throw KafkaFailures.translate(e, what);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HBaseSearchException(ErrorCode.TIMED_OUT, what + ": interrupted", null, e);
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new HBaseSearchException(ErrorCode.TIMED_OUT, "using " + partition.topic() + ": closed");
        }
    }

    private void release() {
        if (owner != null) {
            Producer<byte[], byte[]> producer = owner;
            owner = null;
            close(producer);
        }
    }

    private static void close(Producer<byte[], byte[]> producer) {
        uninterrupted(() -> producer.close(CLOSE_TIMEOUT));
    }

    /**
     * Runs an action without the interrupt flag: in an interrupted thread clients do not close, and throw another exception than
     * the cause.
     */
    private static void uninterrupted(Runnable close) {
        boolean interrupted = Thread.interrupted();
        try {
            close.run();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        synchronized (writing) {
            release();
        }
        uninterrupted(reader::close);
    }
}
