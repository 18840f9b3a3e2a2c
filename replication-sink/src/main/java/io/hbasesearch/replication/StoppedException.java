/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

/** Reports that the endpoint was stopped while it waited; nothing failed, and nothing was acknowledged. */
final class StoppedException extends Exception {
    private static final long serialVersionUID = 1L;

    StoppedException() {
        super("the endpoint is stopped", null, false, false);
    }
}
