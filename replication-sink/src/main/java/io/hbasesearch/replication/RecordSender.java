/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import java.util.concurrent.Future;

/** Kafka producer as shipping uses it. Thread-safe. */
interface RecordSender extends AutoCloseable {
    /**
     * Sends a record. May block while the producer's buffer is full or a topic's metadata is missing, up to {@code max.block.ms}.
     *
     * @param key null for an event without a row
     * @return completes when all in-sync replicas have the record, or fails with the producer's exception
     */
    Future<?> send(String topic, int partition, byte[] key, byte[] value) throws InterruptedException;

    /** Returns the time after which a send that is not settled never will be. */
    long settledAfterMillis();

    /** Records an acknowledgement: the producer works, or did. */
    void acknowledged();

    /** Tells whether any caller has reported {@link #acknowledged} for the producer. */
    boolean isProven();

    /** Discards a producer that has failed permanently: no caller gets it again. */
    void discard();

    /** Releases the producer; returns at once. Idempotent. */
    @Override
    void close();
}
