/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.part;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.frame.Fixed;
import io.hbasesearch.core.rowkey.frame.KeyBytes;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.KeyValueCodec;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Pairs of a tag's and a value's id up to the key's end, in the order of the tags' ids, as in OpenTSDB. The field of a tag is named
 * after this part, a dot and the tag.
 *
 * @param tags of a fixed width
 * @param tagValues of a fixed width
 */
public record TagsPart(String name, KeyValueCodec tags, KeyValueCodec tagValues) implements KeyPart {
    public TagsPart {
        Objects.requireNonNull(name, "name");
        tags.width().orElseThrow();
        tagValues.width().orElseThrow();
    }

    /** Tells if a field belongs to this part. */
    public boolean hasField(String field) {
        return field.startsWith(name + ".");
    }

    @Override
    public Map<String, KeyValueCodec> fields() {
        return Map.of();
    }

    @Override
    public Optional<List<ByteArray>> encode(Map<String, KeyValue> values) {
        TreeMap<ByteArray, ByteArray> pairs = new TreeMap<>();
        values.forEach((field, value) -> {
            if (hasField(field)) {
                String tag = field.substring(name.length() + 1);
                pairs.put(encode(tags, KeyValue.of(tag)), encode(tagValues, value));
            }
        });
        ByteArray all = ByteArray.empty();
        for (Map.Entry<ByteArray, ByteArray> pair : pairs.entrySet()) {
            all = KeyBytes.concat(all, KeyBytes.concat(pair.getKey(), pair.getValue()));
        }
        return Optional.of(List.of(all));
    }

    private ByteArray encode(KeyValueCodec codec, KeyValue value) {
        try {
            return ByteArray.wrap(codec.encode(value));
        } catch (UnfitValueException e) {
            throw e.in(name);
        }
    }

    @Override
    public void decode(ByteBuffer key, Map<String, KeyValue> values) {
        ByteArray last = ByteArray.empty();
        while (key.hasRemaining()) {
            ByteArray tag = read(tags, key);
            ByteArray value = read(tagValues, key);
            if (tag.compareTo(last) <= 0) {
                throw new UnfitValueException("must hold each tag once, in the order of their ids").in(name);
            }
            last = tag;
            values.put(name + "." + decode(tags, tag).text(), decode(tagValues, value));
        }
    }

    private ByteArray read(KeyValueCodec codec, ByteBuffer key) {
        try {
            return ByteArray.wrap(new Fixed(codec.width().orElseThrow()).read(key));
        } catch (UnfitValueException e) {
            throw e.in(name);
        }
    }

    private KeyValue decode(KeyValueCodec codec, ByteArray id) {
        try {
            return codec.decode(id.unsafeBytes());
        } catch (UnfitValueException e) {
            throw e.in(name);
        }
    }

    @Override
    public int shortest() {
        return 0;
    }

    @Override
    public OptionalInt width() {
        return OptionalInt.empty();
    }
}
