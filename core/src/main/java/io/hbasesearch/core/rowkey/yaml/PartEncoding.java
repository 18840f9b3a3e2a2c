/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.yaml;

/** How values of a type are written. */
enum PartEncoding {
    /** Big endian, as HBase's {@code Bytes.toBytes}. */
    BE,
    /** The same with the sign flipped, so that negative numbers sort first. */
    ORDERED,
    /** HBase's {@code OrderedBytes}. */
    ORDERED_BYTES,
    /** Apache Phoenix. */
    PHOENIX,
    /** JanusGraph's, of ids that are text. */
    JANUSGRAPH,
    /** Characters. */
    TEXT
}
