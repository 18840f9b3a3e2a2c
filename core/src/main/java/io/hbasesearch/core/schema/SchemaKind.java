/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.schema;

/** Who describes cells so. */
public enum SchemaKind {
    AVRO,
    PROTOBUF
}
