/* SPDX-License-Identifier: Apache-2.0 */
package org.apache.kafka.common.memory;

import java.nio.ByteBuffer;
import org.apache.kafka.common.network.InvalidReceiveException;

/**
 * Replaces Kafka's interface of this name, with another {@link #NONE}.
 *
 * <p>Kafka's client takes the first four bytes of any answer for its length and allocates that many bytes at once, without a limit (<a
 * href="https://issues.apache.org/jira/browse/KAFKA-4090">KAFKA-4090</a>). A web server's "HTTP" is 1.2 GB and a TLS alert 352 MB: with one
 * wrong port in a configuration, or another program that listens where a broker was, every RegionServer, indexer and gateway runs out of
 * memory. No setting of the client limits it, and there is no other way to reach the code that reads SASL answers.
 */
public interface MemoryPool {
    /**
     * Maximum length of an answer in bytes. The largest requested answer is a fetch: 50 MB, or one longer batch, such as an event of a peer
     * whose {@code hbase-search.max.event.bytes} is 90 MB. The first bytes of other programs mean a larger length, because every printable
     * character is more than 500 MB.
     */
    int MAX_ANSWER_BYTES = 96 << 20;

    /** Allocates from the heap; an answer beyond the limit closes its connection. */
    MemoryPool NONE = new MemoryPool() {
        @Override
        public ByteBuffer tryAllocate(int bytes) {
            if (bytes > MAX_ANSWER_BYTES) {
                throw new InvalidReceiveException("an answer of " + bytes
                        + " bytes is not from a Kafka broker, or the broker expects TLS: check"
                        + " kafka.bootstrapServers and security.protocol; for a peer"
                        + " hbase-search.kafka.bootstrap.servers and hbase-search.kafka.security.protocol");
            }
            return ByteBuffer.allocate(bytes);
        }

        @Override
        public void release(ByteBuffer buffer) {
            // The garbage collector releases it.
        }

        @Override
        public long size() {
            return Long.MAX_VALUE;
        }

        @Override
        public long availableMemory() {
            return Long.MAX_VALUE;
        }

        @Override
        public boolean isOutOfMemory() {
            return false;
        }

        @Override
        public String toString() {
            return "at most " + MAX_ANSWER_BYTES + " bytes";
        }
    };

    /** @return null if a pool with a limit does not have enough left */
    ByteBuffer tryAllocate(int bytes);

    void release(ByteBuffer buffer);

    /** Returns the bytes of the pool. */
    long size();

    /** Returns the free bytes of the pool. */
    long availableMemory();

    boolean isOutOfMemory();
}
