/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.value;

import io.hbasesearch.core.model.ByteArray;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/** Stores texts as ids of a fixed width. */
public final class DictionaryCodec implements KeyValueCodec {
    private final int width;
    private final Map<String, ByteArray> ids;
    private final Map<ByteArray, String> texts = new HashMap<>();

    /**
     * @param width of ids, in bytes
     * @throws IllegalArgumentException if an id has another width or two texts have one id
     */
    public DictionaryCodec(int width, Map<String, ByteArray> ids) {
        this.width = width;
        this.ids = Map.copyOf(ids);
        ids.forEach((text, id) -> {
            if (id.length() != width) {
                throw new IllegalArgumentException("the id of \"" + text + "\" must have " + width + " bytes");
            }
            String other = texts.put(id, text);
            if (other != null) {
                throw new IllegalArgumentException("\"" + other + "\" and \"" + text + "\" have one id");
            }
        });
    }

    @Override
    public KeyValue parse(String text) {
        return KeyValue.of(text);
    }

    @Override
    public byte[] encode(KeyValue value) {
        ByteArray id = ids.get(value.text());
        if (id == null) {
            throw new UnfitValueException("must be in its dictionary");
        }
        return id.toBytes();
    }

    @Override
    public KeyValue decode(byte[] bytes) {
        String text = texts.get(ByteArray.copyOf(bytes));
        if (text == null) {
            throw new UnfitValueException("must be an id of its dictionary");
        }
        return KeyValue.of(text);
    }

    @Override
    public ValueKind kind() {
        return ValueKind.TEXT;
    }

    @Override
    public OptionalInt width() {
        return OptionalInt.of(width);
    }
}
