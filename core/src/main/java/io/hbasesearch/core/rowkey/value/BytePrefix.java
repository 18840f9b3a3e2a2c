/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.value;

import io.hbasesearch.core.model.ByteArray;

/**
 * The common prefix of the bytes of all matching values.
 *
 * @param exact true if no other value's bytes have this prefix
 */
public record BytePrefix(ByteArray bytes, boolean exact) {}
