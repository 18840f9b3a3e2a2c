/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.schema;

import java.nio.ByteBuffer;

/** Reads whole numbers of variable length, the least significant bytes first. Stateless. */
final class Varints {
    private static final int BITS = 7;

    private Varints() {}

    /** Reads a number with the sign in the last bit, which keeps small negative numbers short too. */
    static long signed(ByteBuffer bytes) throws UnreadableCellException {
        long written = 0;
        for (int shift = 0; shift < Long.SIZE; shift += BITS) {
            if (!bytes.hasRemaining()) {
                throw new UnreadableCellException("ends within a number");
            }
            byte next = bytes.get();
            written |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return written >>> 1 ^ -(written & 1);
            }
        }
        throw new UnreadableCellException("has a number of more than 64 bits");
    }
}
