/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.schema;

import org.jspecify.annotations.Nullable;

/**
 * Decodes cells of one schema. Values are String, Boolean, Long, BigInteger, Double, BigDecimal, Instant, ByteArray, and Lists and
 * Maps of them, without nulls. Immutable, safe for use by several threads.
 */
@FunctionalInterface
public interface SchemaReader {
    /**
     * @param cell the whole cell with its frame; not changed
     * @return null for Avro's null
     */
    @Nullable
    Object read(byte[] cell) throws UnreadableCellException;
}
