/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.process;

import java.net.URI;

/** A process that runs until it is told to stop. Started by one thread and stopped by one. */
public interface ServiceProcess extends AutoCloseable {
    /** Starts everything in order; what was started stays for {@link #close()} if something fails. */
    void start();

    /** Where health and metrics are, once started. */
    URI address();

    /** Drains and stops in reverse order. Idempotent. */
    @Override
    void close();
}
