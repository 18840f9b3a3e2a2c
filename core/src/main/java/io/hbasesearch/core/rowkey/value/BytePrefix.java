/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.value;

import io.hbasesearch.core.model.ByteArray;

/**
 * What the bytes of all values begin with that a question asks for.
 *
 * @param exact whether no other value's bytes do
 */
public record BytePrefix(ByteArray bytes, boolean exact) {}
