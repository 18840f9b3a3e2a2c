/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.transform;

import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.KeyValueCodec;

/** Reverses the bytes, as in a little-endian number. */
final class ReversedBytes extends Decorated {
    ReversedBytes(KeyValueCodec codec) {
        super(codec);
    }

    private static byte[] reverse(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }

    @Override
    public byte[] encode(KeyValue value) {
        return reverse(codec().encode(value));
    }

    @Override
    public KeyValue decode(byte[] bytes) {
        return codec().decode(reverse(bytes));
    }

    @Override
    public boolean isText() {
        return false;
    }
}
