/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.schema;

/** The schema languages. */
public enum SchemaKind {
    AVRO,
    PROTOBUF
}
