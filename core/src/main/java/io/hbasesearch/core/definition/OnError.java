/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

/** What becomes of a value that is not what its field says. */
public enum OnError {
    /** Its row has no document, and a dead letter says why. */
    DEAD_LETTER,
    /** The document lacks the field. */
    SKIP_FIELD,
    /** The same, and another field holds what was found. */
    KEEP_RAW
}
