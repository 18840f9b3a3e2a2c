/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.service;

import java.net.URI;

/** A process that runs until it is stopped. Started by one thread and stopped by one. */
public interface ServiceProcess extends AutoCloseable {
    /** Starts everything in order; if a part fails, {@link #close()} stops those already started. */
    void start();

    /** Returns the address of health and metrics, once started. */
    URI address();

    /** Drains and stops in reverse order. Idempotent. */
    @Override
    void close();
}
