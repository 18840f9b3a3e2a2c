/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.schema;

/** The frame before the bytes that a schema describes. */
public enum SchemaFraming {
    /** No frame. */
    NONE,
    /**
     * The frame of Confluent's serializers: a zero, the schema's number in 4 bytes, and for Protocol Buffers the indexes of the
     * message.
     */
    CONFLUENT,
    /** Avro's single-object encoding: two marker bytes, then the schema's fingerprint in 8. */
    SINGLE_OBJECT
}
