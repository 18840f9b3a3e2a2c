/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.schema;

import java.nio.ByteBuffer;

/** Whole numbers of a variable length, the smallest bytes first. Stateless. */
final class Varints {
    private static final int BITS = 7;

    private Varints() {}

    /** With the sign in the last bit, so that small negative numbers are short too. */
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
