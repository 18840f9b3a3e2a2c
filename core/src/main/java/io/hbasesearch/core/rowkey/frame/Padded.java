/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.frame;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.value.Bounds;
import io.hbasesearch.core.rowkey.value.BytePrefix;
import io.hbasesearch.core.rowkey.value.KeyOrder;
import io.hbasesearch.core.rowkey.value.KeyValueCodec;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Values that are padded to a fixed width with a byte that they do not have at the padded end.
 *
 * @param bytes the width
 * @param pad the padding byte
 * @param left true if the padding precedes the value; otherwise it follows
 */
public record Padded(int bytes, byte pad, boolean left) implements ValueFraming {
    @Override
    public boolean isText() {
        return pad >= 0;
    }

    @Override
    public ByteArray frame(byte[] value) {
        if (value.length > bytes) {
            throw new UnfitValueException("must have at most " + bytes + " bytes in the key");
        }
        if (value.length > 0 && value[left ? 0 : value.length - 1] == pad) {
            throw new UnfitValueException(
                    "must not " + (left ? "begin" : "end") + " with its padding, which would be lost");
        }
        return ByteArray.wrap(fill(value));
    }

    private byte[] fill(byte[] value) {
        byte[] framed = new byte[bytes];
        Arrays.fill(framed, pad);
        System.arraycopy(value, 0, framed, left ? bytes - value.length : 0, value.length);
        return framed;
    }

    @Override
    public byte[] read(ByteBuffer key) {
        byte[] framed = Fixed.take(key, bytes);
        int from = 0;
        int to = bytes;
        while (left && from < to && framed[from] == pad) {
            from++;
        }
        while (!left && to > from && framed[to - 1] == pad) {
            to--;
        }
        return Arrays.copyOfRange(framed, from, to);
    }

    @Override
    public int shortest() {
        return bytes;
    }

    @Override
    public OptionalInt width() {
        return OptionalInt.of(bytes);
    }

    @Override
    public boolean keepsOrder(KeyValueCodec codec) {
        return !left && pad == 0 && codec.order() == KeyOrder.ASCENDING;
    }

    @Override
    public Optional<List<Span>> between(Bounds<ByteArray> bounds, KeyValueCodec codec) {
        if (left || codec.order() != KeyOrder.ASCENDING) {
            return Optional.empty();
        }
        ByteArray low = bounds.low();
        ByteArray high = bounds.high();
        ByteArray start = low == null ? ByteArray.empty() : KeyBytes.first(low, bytes);
        Optional<ByteArray> stop = Optional.ofNullable(high).flatMap(this::behind);
        return Optional.of(List.of(new Span(start, stop, bounds.isOpen())));
    }

    /**
     * Returns the edge after all values up to {@code high}. A prefix of it is a smaller value, but may sort after it once it is
     * padded: the last of them decides.
     */
    private Optional<ByteArray> behind(ByteArray high) {
        ByteArray longest = KeyBytes.first(high, bytes);
        ByteArray last = ByteArray.wrap(fill(longest.toBytes()));
        for (int length = 0; length < longest.length(); length++) {
            ByteArray filled =
                    ByteArray.wrap(fill(KeyBytes.first(longest, length).toBytes()));
            last = filled.compareTo(last) > 0 ? filled : last;
        }
        return KeyBytes.behindPrefix(last);
    }

    @Override
    public Optional<Span> beginning(BytePrefix beginning) {
        if (left || beginning.bytes().length() > bytes) {
            return Optional.empty();
        }
        boolean mayBePadding = KeyBytes.indexOf(beginning.bytes().unsafeBytes(), 0, new byte[] {pad}) >= 0;
        return Optional.of(Span.ofPrefix(beginning.bytes(), beginning.exact() && !mayBePadding));
    }
}
