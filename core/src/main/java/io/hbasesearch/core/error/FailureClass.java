/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.error;

/** The consequence of a failure for the current work. Failures are classified before any retry. */
public enum FailureClass {
    /** The failure is temporary: refused connections, time-outs, elections. Retried without limit, with backoff. */
    TRANSIENT,
    /** The remote system is overloaded. Only the refused operations are sent again, more slowly. */
    THROTTLED,
    /** A newer version has won. This counts as success, separately. */
    CONFLICT,
    /** This row or event can never succeed in its present form and becomes a dead letter. */
    POISON,
    /** Nothing can succeed until an operator acts. The index stops; others continue. */
    FATAL;

    /** Returns whether the same operation may succeed later without anything but time. */
    public boolean isRetryable() {
        return switch (this) {
            case TRANSIENT, THROTTLED -> true;
            case CONFLICT, POISON, FATAL -> false;
        };
    }
}
