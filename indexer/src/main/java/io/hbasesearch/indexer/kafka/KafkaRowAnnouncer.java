/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.core.concurrent.NamedThreads;
import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.RowAnnouncer;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.RowPartition;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Appends touch events to the topic that an index reads, each to its row's partition. A row announced again within a second is not
 * sent twice. The caller never waits: rows beyond the queue's bound are counted and dropped. This only delays the repair, as the
 * next reader that finds the stale row announces it again.
 *
 * <p>Safe for use by several threads. Owns one thread, which connects with the first row, and the producer.
 */
public final class KafkaRowAnnouncer implements RowAnnouncer {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaRowAnnouncer.class);
    private static final int QUEUED_ROWS = 10_000;
    private static final int REMEMBERED_ROWS = 10_000;
    private static final Duration MOMENT = Duration.ofSeconds(1);
    private static final Duration IDLE = Duration.ofMillis(100);
    private static final Duration WARNING_INTERVAL = Duration.ofSeconds(30);
    private static final int MAX_BLOCK_MILLIS = 5_000;
    private static final int DELIVERY_MILLIS = 30_000;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final KafkaClients clients;
    private final Clock clock;
    private final BlockingQueue<Announced> queue = new ArrayBlockingQueue<>(QUEUED_ROWS);
    private final Metrics.Counter announced;
    private final Metrics.Counter failed;
    private final Metrics.Counter dropped;
    private final Thread thread;
    private final AtomicLong lastWarningNanos = new AtomicLong();
    private volatile boolean closed;

    // For the thread only:
    private final Map<Announced, Long> recent = new LinkedHashMap<>();
    private @Nullable Producer<byte[], byte[]> producer;

    public KafkaRowAnnouncer(KafkaConfig config, Metrics metrics, Clock clock) {
        this.clients = new KafkaClients(Objects.requireNonNull(config, "config"));
        this.clock = Objects.requireNonNull(clock, "clock");
        this.announced = metrics.counter("hbase_search_touches_total", "Rows announced to be read again");
        this.failed = metrics.counter("hbase_search_touches_failed_total", "Rows that could not be announced");
        this.dropped = metrics.counter(
                "hbase_search_touches_dropped_total", "Rows not announced because too many were waiting");
        this.thread = NamedThreads.daemon("hbase-search-announcer", this::run);
        thread.start();
    }

    private record Announced(TableId table, String topic, int partitions, RowKey row) {}

    @Override
    public void touch(IndexMetadata index, Collection<RowKey> rows) {
        for (RowKey row : rows) {
            if (closed || !queue.offer(new Announced(index.table(), index.topic(), index.partitions(), row))) {
                dropped.increment();
            }
        }
    }

    /** Sends rows until the close; then sends what is still queued, unless it is interrupted. */
    private void run() {
        try {
            while (!closed || !queue.isEmpty()) {
                Announced row = queue.poll(IDLE.toMillis(), TimeUnit.MILLISECONDS);
                if (row != null) {
                    announce(row);
                }
            }
        } catch (InterruptedException e) {
            LOG.warn("{} rows were not announced: interrupted while closing", queue.size());
        } finally {
            release();
        }
    }

    @SuppressWarnings("CatchingUnchecked") // whatever it is, this thread must outlive any one row
    private void announce(Announced row) {
        long now = System.nanoTime();
        Long last = recent.get(row);
        if (last != null && now - last < MOMENT.toNanos()) {
            return;
        }
        try {
            send(row);
            remember(row, now);
        } catch (Throwable e) {
            failed(row.table(), e);
        }
    }

    private void remember(Announced row, long now) {
        recent.remove(row);
        recent.put(row, now);
        if (recent.size() > REMEMBERED_ROWS) {
            recent.remove(recent.keySet().iterator().next());
        }
    }

    private void send(Announced row) {
        byte[] key = row.row().bytes().unsafeBytes();
        byte[] event = RowMutations.touch(row.table().namespace(), row.table().qualifier(), key, clock.millis())
                .toByteArray();
        int partition = RowPartition.of(key, row.partitions());
        producer().send(new ProducerRecord<>(row.topic(), partition, key, event), (metadata, failure) -> {
            if (failure == null) {
                announced.increment();
            } else {
                failed(row.table(), failure);
            }
        });
    }

    private void failed(TableId table, Throwable failure) {
        failed.increment();
        long now = System.nanoTime();
        long last = lastWarningNanos.get();
        if ((last == 0 || now - last > WARNING_INTERVAL.toNanos()) && lastWarningNanos.compareAndSet(last, now)) {
            LOG.warn("cannot announce rows of table {} to be read again: {}", table, failure.getMessage());
        }
    }

    private Producer<byte[], byte[]> producer() {
        if (producer == null) {
            producer = clients.producer("hbase-search-announcer", MAX_BLOCK_MILLIS, DELIVERY_MILLIS);
        }
        return producer;
    }

    private void release() {
        // The interrupt has been handled; with the flag set, the producer would not close.
        boolean ignored = Thread.interrupted();
        if (producer != null) {
            producer.close(CLOSE_TIMEOUT);
        }
    }

    @Override
    public void close() {
        closed = true;
        NamedThreads.end(thread, CLOSE_TIMEOUT, CLOSE_TIMEOUT.multipliedBy(2));
    }
}
