/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.transform;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.value.Bounds;
import io.hbasesearch.core.rowkey.value.BytePrefix;
import io.hbasesearch.core.rowkey.value.KeyOrder;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.KeyValueCodec;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;

/** Adds a leading byte that identifies the type, like {@code OrderedBytes}. */
final class TypeTagged extends Decorated {
    private final byte header;

    TypeTagged(KeyValueCodec codec, byte header) {
        super(codec);
        this.header = header;
    }

    private byte[] headed(byte[] bytes) {
        byte[] all = new byte[bytes.length + 1];
        all[0] = header;
        System.arraycopy(bytes, 0, all, 1, bytes.length);
        return all;
    }

    @Override
    public byte[] encode(KeyValue value) {
        return headed(codec().encode(value));
    }

    @Override
    public KeyValue decode(byte[] bytes) {
        if (bytes.length == 0 || bytes[0] != header) {
            throw new UnfitValueException(String.format("must begin with its type's header, %02x", header));
        }
        return codec().decode(Arrays.copyOfRange(bytes, 1, bytes.length));
    }

    @Override
    public boolean isText() {
        return false;
    }

    @Override
    public OptionalInt width() {
        OptionalInt width = codec().width();
        return width.isPresent() ? OptionalInt.of(width.getAsInt() + 1) : width;
    }

    @Override
    public KeyOrder order() {
        return codec().order();
    }

    @Override
    public Optional<Bounds<ByteArray>> bounds(Bounds<KeyValue> range) {
        return codec().bounds(range).map(bounds -> bounds.map(bytes -> ByteArray.wrap(headed(bytes.unsafeBytes()))));
    }

    @Override
    public Optional<BytePrefix> prefix(String characters) {
        return codec().prefix(characters)
                .map(beginning ->
                        new BytePrefix(ByteArray.wrap(headed(beginning.bytes().unsafeBytes())), beginning.exact()));
    }
}
