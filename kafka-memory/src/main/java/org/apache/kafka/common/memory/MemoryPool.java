/* SPDX-License-Identifier: Apache-2.0 */
package org.apache.kafka.common.memory;

import java.nio.ByteBuffer;
import org.apache.kafka.common.network.InvalidReceiveException;

/**
 * Takes the place of Kafka's interface of this name, with another {@link #NONE}.
 *
 * <p>Kafka's client believes the first four bytes of any answer to be its length and allocates so much at once, without a bound
 * (<a href="https://issues.apache.org/jira/browse/KAFKA-4090">KAFKA-4090</a>). A web server's "HTTP" is 1.2 GB and a TLS alert
 * 352 MB: one wrong port in a configuration, or another program that listens where a broker was, and every RegionServer, indexer
 * and gateway runs out of memory. No setting of the client bounds it, and the code that reads SASL answers can be reached in no other way.
 */
public interface MemoryPool {
    /**
     * The longest answer that is read, in bytes. The longest that is asked for is a fetch: 50 MB, or one batch that is longer, as of an
     * event of a peer whose {@code hbase-search.max.event.bytes} is 90 MB. What other programs say first is longer, as every printable character is more than 500 MB.
     */
    int MAX_ANSWER_BYTES = 96 << 20;

    /** Allocates from the heap; an answer that is too long for one closes its connection. */
    MemoryPool NONE = new MemoryPool() {
        @Override
        public ByteBuffer tryAllocate(int bytes) {
            if (bytes > MAX_ANSWER_BYTES) {
                throw new InvalidReceiveException("an answer of " + bytes
                        + " bytes comes from no Kafka broker, or from one that expects TLS: check"
                        + " kafka.bootstrapServers and security.protocol, of a peer"
                        + " hbase-search.kafka.bootstrap.servers and hbase-search.kafka.security.protocol");
            }
            return ByteBuffer.allocate(bytes);
        }

        @Override
        public void release(ByteBuffer buffer) {
            // The garbage collector's.
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

    /** @return null if a pool with a bound has not so much left */
    ByteBuffer tryAllocate(int bytes);

    void release(ByteBuffer buffer);

    /** In bytes. */
    long size();

    /** In bytes. */
    long availableMemory();

    boolean isOutOfMemory();
}
