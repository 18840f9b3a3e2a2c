/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import io.hbasesearch.replication.settings.InvalidSinkConfigException;
import io.hbasesearch.replication.settings.SinkConfig;
import java.io.IOException;
import java.util.Map;

/**
 * Manages one endpoint's lease of a producer, which is replaced when the peer's configuration changes or the producer breaks. Thread-safe.
 */
final class ProducerLeases {
    private final SharedProducers producers;
    private SinkConfig config;
    private RecordSender lease;
    private boolean closed;

    ProducerLeases(SharedProducers producers) {
        this.producers = producers;
    }

    /**
     * Returns a sender for this configuration.
     *
     * @return must not be closed by the caller; a change of the configuration or {@link #close()} may close it at any time, and then it
     *     fails
     */
    RecordSender senderFor(SinkConfig wanted) throws InvalidSinkConfigException, IOException, StoppedException {
        RecordSender current = current(wanted);
        if (current != null) {
            return current;
        }
        // Outside the lock: it reads a file, and close() must not wait for a disk.
        Map<String, Object> properties = ProducerProperties.of(wanted);
        return replace(wanted, properties);
    }

    @SuppressWarnings("ReferenceEquality") // a changed configuration is another object
    private synchronized RecordSender current(SinkConfig wanted) throws StoppedException {
        if (closed) {
            throw new StoppedException();
        }
        return config == wanted ? lease : null;
    }

    private synchronized RecordSender replace(SinkConfig wanted, Map<String, Object> properties)
            throws StoppedException {
        RecordSender raced = current(wanted);
        if (raced != null) {
            return raced;
        }
        RecordSender old = lease;
        lease = producers.acquire(properties);
        config = wanted;
        if (old != null) {
            old.close();
        }
        return lease;
    }

    /** Discards a producer after a permanent failure; the next call creates a new one, from the file as it is then. */
    @SuppressWarnings("ReferenceEquality") // this very lease
    synchronized void discard(RecordSender broken) {
        broken.discard();
        if (lease == broken) {
            lease.close();
            lease = null;
            config = null;
        }
    }

    synchronized void close() {
        closed = true;
        if (lease != null) {
            lease.close();
            lease = null;
        }
    }
}
