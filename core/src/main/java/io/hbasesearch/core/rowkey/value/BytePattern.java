/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.value;

import io.hbasesearch.core.model.ByteArray;
import java.util.BitSet;
import java.util.Objects;

/** Bytes with wildcards at some positions.
 *
 * @param bytes 0 at the positions of wildcards
 * @param any the positions of wildcards, from 0; not to be changed
 */
public record BytePattern(ByteArray bytes, BitSet any) {
    public BytePattern {
        Objects.requireNonNull(bytes, "bytes");
        any = (BitSet) any.clone();
    }
}
