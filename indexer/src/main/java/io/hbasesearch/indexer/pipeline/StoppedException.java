/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

/** Signals that a step was abandoned because the indexer stops: its events stay unacknowledged and are read again after the next start. */
public final class StoppedException extends Exception {
    private static final long serialVersionUID = 1L;

    public StoppedException(String step) {
        super("stopped while " + step);
    }
}
