/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey;

/** The handling of a row whose key cannot be decoded. */
public enum UndecodableKeys {
    /** It is indexed without the key's fields. */
    RAW,
    /** It becomes a dead letter. */
    DEAD_LETTER,
    /** It is not indexed. */
    SKIP
}
