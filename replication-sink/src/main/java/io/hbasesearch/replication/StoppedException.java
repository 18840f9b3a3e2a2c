/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

/** The endpoint was stopped while it waited; nothing went wrong, and nothing was acknowledged. */
final class StoppedException extends Exception {
    private static final long serialVersionUID = 1L;

    StoppedException() {
        super("the endpoint is stopped", null, false, false);
    }
}
