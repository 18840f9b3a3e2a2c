/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.concurrent;

/** Signals that a step was abandoned because of a {@link StopSignal}. An event whose step was abandoned stays unacknowledged. */
public final class StoppedException extends Exception {
    private static final long serialVersionUID = 1L;

    public StoppedException(String step) {
        super("stopped while " + step);
    }
}
