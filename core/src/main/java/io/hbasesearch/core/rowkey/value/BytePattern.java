/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.value;

import io.hbasesearch.core.model.ByteArray;
import java.util.BitSet;
import java.util.Objects;

/**
 * Bytes of which some may be any.
 *
 * @param bytes 0 where any byte may stand
 * @param any the positions, from 0, where any byte may stand; not to be changed
 */
public record BytePattern(ByteArray bytes, BitSet any) {
    public BytePattern {
        Objects.requireNonNull(bytes, "bytes");
        any = (BitSet) any.clone();
    }
}
