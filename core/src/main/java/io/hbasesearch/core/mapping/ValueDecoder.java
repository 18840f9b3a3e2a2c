/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import org.jspecify.annotations.Nullable;

/** Decodes a cell's bytes. Immutable. */
@FunctionalInterface
interface ValueDecoder {
    /** @return null if the cell encodes null */
    @Nullable
    Object decode(byte[] bytes) throws UndecodableValueException;
}
