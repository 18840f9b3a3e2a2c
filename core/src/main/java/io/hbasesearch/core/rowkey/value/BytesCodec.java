/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.value;

import io.hbasesearch.core.model.ByteArray;
import java.util.HexFormat;

/** Stores bytes unchanged; their text form is hexadecimal digits. */
public record BytesCodec() implements KeyValueCodec {
    @Override
    public KeyValue parse(String text) {
        try {
            return new KeyValue.Binary(ByteArray.wrap(HexFormat.of().parseHex(text)));
        } catch (IllegalArgumentException e) {
            throw new UnfitValueException("must be bytes in hexadecimal digits, two for each", e);
        }
    }

    @Override
    public byte[] encode(KeyValue value) {
        if (!(value instanceof KeyValue.Binary binary)) {
            throw new UnfitValueException("must be bytes");
        }
        return binary.bytes().toBytes();
    }

    @Override
    public KeyValue decode(byte[] bytes) {
        return KeyValue.of(bytes);
    }

    @Override
    public ValueKind kind() {
        return ValueKind.BINARY;
    }

    @Override
    public KeyOrder order() {
        return KeyOrder.ASCENDING;
    }
}
