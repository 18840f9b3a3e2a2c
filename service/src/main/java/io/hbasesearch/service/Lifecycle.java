/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.service;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records the parts that a process has started, to stop them in reverse order. One thread starts; {@link #close()} may come
 * from another. Every part is closed even if one fails; the first failure is thrown with the others suppressed.
 */
public final class Lifecycle implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);

    private final Deque<Part> parts = new ArrayDeque<>();

    private record Part(String name, AutoCloseable closeable) {}

    /** Takes ownership of {@code part}: it is closed before every part that was added earlier. */
    public synchronized <T extends AutoCloseable> T add(String name, T part) {
        parts.push(new Part(name, Objects.requireNonNull(part, name)));
        return part;
    }

    /** Idempotent. */
    @Override
    public synchronized void close() {
        RuntimeException failure = null;
        while (!parts.isEmpty()) {
            Part part = parts.pop();
            try {
                LOG.info("stopping {}", part.name());
                part.closeable().close();
            } catch (Exception e) {
                if (e instanceof InterruptedException) {
                    Thread.currentThread().interrupt();
                }
                RuntimeException wrapped = new IllegalStateException("stopping " + part.name() + ": " + e, e);
                if (failure == null) {
                    failure = wrapped;
                } else {
                    failure.addSuppressed(wrapped);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
