/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import java.util.concurrent.Future;

/** What shipping needs of a Kafka producer. Thread-safe. */
interface RecordSender extends AutoCloseable {
    /**
     * May block while the producer's buffer is full or a topic's metadata is missing, up to {@code max.block.ms}.
     *
     * @param key null for an event that is of no row
     * @return completes when all in-sync replicas have the record, or fails with the producer's exception
     */
    Future<?> send(String topic, int partition, byte[] key, byte[] value) throws InterruptedException;

    /** A send that is not settled after so many milliseconds never will be. */
    long settledAfterMillis();

    /** Something was acknowledged: the producer works, or did. */
    void acknowledged();

    /** Whether {@link #acknowledged} was ever said of the producer, by anybody. */
    boolean isProven();

    /** The producer is in a state that it does not recover from: nobody shall get it again. */
    void discard();

    /** Gives the producer back; returns at once. Idempotent. */
    @Override
    void close();
}
