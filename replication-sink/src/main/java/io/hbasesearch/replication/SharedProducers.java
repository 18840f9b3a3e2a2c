/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import io.hbasesearch.replication.settings.Secrets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shares one producer per JVM and set of properties among all endpoint instances that request it. A separate thread closes a producer when
 * the last lease is released: neither acquiring nor releasing ever waits for the network. Thread-safe.
 */
final class SharedProducers {
    private static final Logger LOG = LoggerFactory.getLogger(SharedProducers.class);
    private static final SharedProducers OF_THIS_JVM = new SharedProducers(SharedProducers::connect);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);
    private static final long SETTLED_MARGIN_MILLIS = 10_000;
    private static final AtomicLong CLIENTS = new AtomicLong();

    private final Function<Map<String, Object>, Producer<byte[], byte[]>> factory;
    private final Map<Map<String, Object>, Shared> byProperties = new HashMap<>();

    SharedProducers(Function<Map<String, Object>, Producer<byte[], byte[]>> factory) {
        this.factory = factory;
    }

    static SharedProducers ofThisJvm() {
        return OF_THIS_JVM;
    }

    /** Returns a lease, which the caller must close. The producer itself is created with the first record. */
    synchronized RecordSender acquire(Map<String, Object> properties) {
        Shared shared = byProperties.computeIfAbsent(properties, Shared::new);
        shared.references++;
        return new Lease(shared);
    }

    private synchronized void release(Shared shared) {
        shared.references--;
        if (shared.references == 0) {
            byProperties.remove(shared.properties, shared);
            Thread closer = new Thread(shared::close, "hbase-search-producer-closer");
            closer.setDaemon(true);
            closer.start();
        }
    }

    private synchronized void discard(Shared shared) {
        byProperties.remove(shared.properties, shared);
    }

    private static Producer<byte[], byte[]> connect(Map<String, Object> properties) {
        Map<String, Object> named = new HashMap<>(properties);
        named.putIfAbsent(ProducerConfig.CLIENT_ID_CONFIG, "hbase-search-" + CLIENTS.incrementAndGet());
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try {
            // Kafka looks up classes by name there, and a thread of HBase may have any loader.
            thread.setContextClassLoader(SharedProducers.class.getClassLoader());
            return new KafkaProducer<>(named, new ByteArraySerializer(), new ByteArraySerializer());
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** A producer and its reference count; the count is guarded by the outer object's monitor, the producer by its own. */
    private final class Shared {
        private final Map<String, Object> properties;
        private int references;
        private volatile Producer<byte[], byte[]> producer;
        private volatile boolean proven;
        private boolean closed;

        Shared(Map<String, Object> properties) {
            this.properties = properties;
        }

        Producer<byte[], byte[]> producer() {
            Producer<byte[], byte[]> made = producer;
            return made != null ? made : make();
        }

        private synchronized Producer<byte[], byte[]> make() {
            if (closed) {
                throw new IllegalStateException("the producer was released");
            }
            if (producer == null) {
                producer = factory.apply(properties);
                LOG.info("connected to Kafka with {}", Secrets.redact(properties));
            }
            return producer;
        }

        private synchronized void close() {
            closed = true;
            try {
                if (producer != null) {
                    producer.close(CLOSE_TIMEOUT);
                }
            } catch (Throwable t) {
                LOG.warn("a producer could not be closed cleanly", t);
            }
        }
    }

    private final class Lease implements RecordSender {
        private final Shared shared;
        private final AtomicBoolean closed = new AtomicBoolean();

        Lease(Shared shared) {
            this.shared = shared;
        }

        @Override
        public Future<?> send(String topic, int partition, byte[] key, byte[] value) throws InterruptedException {
            try {
                return shared.producer().send(new ProducerRecord<>(topic, partition, key, value));
            } catch (InterruptException e) {
                throw (InterruptedException) new InterruptedException("while sending to Kafka").initCause(e);
            }
        }

        @Override
        public long settledAfterMillis() {
            Object timeout = shared.properties.get(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG);
            return Long.parseLong(String.valueOf(timeout).trim()) + SETTLED_MARGIN_MILLIS;
        }

        @Override
        public void acknowledged() {
            if (!shared.proven) {
                shared.proven = true;
            }
        }

        @Override
        public boolean isProven() {
            return shared.proven;
        }

        @Override
        public void discard() {
            SharedProducers.this.discard(shared);
        }

        @Override
        public void close() {
            if (closed.compareAndSet(false, true)) {
                release(shared);
            }
        }
    }
}
