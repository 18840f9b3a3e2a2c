/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.yaml;

/** The encodings of a type's values. */
enum PartEncoding {
    /** Big endian, as HBase's {@code Bytes.toBytes}. */
    BE,
    /** Big endian with the sign flipped, so that negative numbers sort first. */
    ORDERED,
    /** HBase's {@code OrderedBytes}. */
    ORDERED_BYTES,
    /** Apache Phoenix. */
    PHOENIX,
    /** JanusGraph's encoding of text ids. */
    JANUSGRAPH,
    /** Characters. */
    TEXT
}
