/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.schema;

/** What stands before the bytes that a schema describes. */
public enum SchemaFraming {
    /** Nothing. */
    NONE,
    /** As Confluent's serializers write: a zero, the schema's number in 4 bytes, and of Protocol Buffers which message it is. */
    CONFLUENT,
    /** Avro's single objects: two bytes of their own, then the schema's fingerprint in 8. */
    SINGLE_OBJECT
}
