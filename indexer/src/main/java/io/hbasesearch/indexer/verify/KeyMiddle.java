/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.RowKey;
import java.math.BigInteger;
import java.util.Optional;

/** Halves a range of keys, as if they were evenly distributed. Stateless. */
public final class KeyMiddle {
    /** Number of bytes evaluated after the common prefix. */
    private static final int PRECISION = 8;

    private KeyMiddle() {}

    /** Returns a key after {@code low} and not after {@code high}; empty if they are too close. */
    public static Optional<ByteArray> of(ByteArray low, ByteArray high) {
        int common = 0;
        while (common < Math.min(low.length(), high.length())
                && low.unsafeBytes()[common] == high.unsafeBytes()[common]) {
            common++;
        }
        BigInteger sum = number(low, common).add(number(high, common));
        byte[] digits = sum.shiftRight(1).toByteArray();
        byte[] middle = new byte[common + PRECISION];
        System.arraycopy(high.unsafeBytes(), 0, middle, 0, common);
        // A leading zero byte is BigInteger's sign; missing bytes are leading zeros.
        int length = Math.min(PRECISION, digits.length);
        System.arraycopy(digits, digits.length - length, middle, middle.length - length, length);
        ByteArray key = ByteArray.wrap(middle);
        boolean useful = key.compareTo(low) > 0 && key.compareTo(high) <= 0 && key.length() <= RowKey.MAX_LENGTH;
        return useful ? Optional.of(key) : Optional.empty();
    }

    private static BigInteger number(ByteArray key, int from) {
        byte[] bytes = new byte[PRECISION];
        System.arraycopy(key.unsafeBytes(), from, bytes, 0, Math.min(PRECISION, key.length() - from));
        return new BigInteger(1, bytes);
    }
}
