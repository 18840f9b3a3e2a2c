/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.error;

/** What a failure means for the work at hand; classified before anything is retried. */
public enum FailureClass {
    /** Passes by itself: refused connections, time-outs, elections. Retried for ever with backoff. */
    TRANSIENT,
    /** The other side asks for less: only what was refused is sent again, more slowly. */
    THROTTLED,
    /** A newer version has won. That is success, counted apart. */
    CONFLICT,
    /** This row or event can never succeed as it is: to the dead letters. */
    POISON,
    /** Nothing will succeed until somebody acts: that index stops, others go on. */
    FATAL
}
