/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.value;

/** The handling of a value that cannot be converted to its field's type. */
public enum OnError {
    /** The row gets no document, and a dead letter gives the reason. */
    DEAD_LETTER,
    /** The document lacks the field. */
    SKIP_FIELD,
    /** The document lacks the field, and another field keeps the raw value. */
    KEEP_RAW
}
