/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.part;

import java.math.BigInteger;
import java.util.Objects;

/**
 * Some bits of a packed number, from 0.
 *
 * @param bits the number of bits
 */
public record BitField(String name, int bits) {
    public BitField {
        Objects.requireNonNull(name, "name");
        if (bits < 1 || bits > Long.SIZE) {
            throw new IllegalArgumentException("a field has 1 to 64 bits, not " + bits);
        }
    }

    public BigInteger most() {
        return BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
    }
}
