/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.yaml;

/** The kinds of parts that a specification may have. */
enum PartKind {
    /** A field's value. */
    FIELD,
    /** The same bytes in every key. */
    CONST,
    /** Computed from other values. */
    HASH,
    /** One of a few values that no other value determines. */
    SALT,
    /** Several numbers in one. */
    BITS,
    /** A field's value as an id from a dictionary. */
    DICT,
    /** A place on a space-filling curve. */
    GEO,
    /** Pairs of ids up to the key's end. */
    TAGS
}
