/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import org.jspecify.annotations.Nullable;

/** Makes a document's value of a cell's bytes. Immutable. */
@FunctionalInterface
interface ValueDecoder {
    /** @return null if the cell says that there is no value */
    @Nullable
    Object decode(byte[] bytes) throws UndecodableValueException;
}
