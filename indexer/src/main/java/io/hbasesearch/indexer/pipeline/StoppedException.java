/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

/** A step was given up because the indexer stops: its events stay unacknowledged and come again after the next start. */
public final class StoppedException extends Exception {
    private static final long serialVersionUID = 1L;

    public StoppedException(String step) {
        super("stopped while " + step);
    }
}
