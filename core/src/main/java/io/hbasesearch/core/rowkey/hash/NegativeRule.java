/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.hash;

/** The handling of a negative hash modulo n, which differs between programs. */
public enum NegativeRule {
    /** {@code Math.floorMod(hash, n)}: from 0 to n - 1. */
    FLOOR,
    /** {@code Math.abs(hash % n)}: from 0 to n - 1. Phoenix and OpenTSDB do this. */
    ABS,
    /** {@code Integer.remainderUnsigned(hash, n)}: the 32 bits as a number from 0. */
    UNSIGNED,
    /** {@code hash % n}, as in Java: from -(n - 1) to n - 1. */
    KEEP;

    /** Returns the bucket of a hash. */
    public long apply(long hash, int modulus) {
        return switch (this) {
            case FLOOR -> Math.floorMod(hash, modulus);
            case ABS -> Math.abs(hash % modulus);
            case UNSIGNED -> Integer.toUnsignedLong((int) hash) % modulus;
            case KEEP -> hash % modulus;
        };
    }

    long least(int modulus) {
        return this == KEEP ? 1L - modulus : 0;
    }
}
