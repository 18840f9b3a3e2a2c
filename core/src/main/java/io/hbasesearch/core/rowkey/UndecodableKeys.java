/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey;

/** What becomes of a row whose key cannot be read. */
public enum UndecodableKeys {
    /** It is indexed without the key's fields. */
    RAW,
    /** It goes to the dead letters. */
    DEAD_LETTER,
    /** It is not indexed. */
    SKIP
}
