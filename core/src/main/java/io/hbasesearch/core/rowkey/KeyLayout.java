/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.frame.KeyBytes;
import io.hbasesearch.core.rowkey.part.ConstPart;
import io.hbasesearch.core.rowkey.part.FieldPart;
import io.hbasesearch.core.rowkey.part.HashInput;
import io.hbasesearch.core.rowkey.part.HashPart;
import io.hbasesearch.core.rowkey.part.KeyPart;
import io.hbasesearch.core.rowkey.part.TagsPart;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import io.hbasesearch.core.rowkey.value.ValueParser;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The parts of a row key in their order. Immutable.
 *
 * @param name the variant's name
 */
public record KeyLayout(String name, List<KeyPart> parts) {
    public KeyLayout {
        Objects.requireNonNull(name, "name");
        parts = List.copyOf(parts);
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("a key has at least one part");
        }
    }

    /** Returns the field's parser, if this layout has the field or is computed from it. */
    public Optional<ValueParser> field(String field) {
        for (KeyPart part : parts) {
            ValueParser own = part.fields().get(field);
            ValueParser found = own == null ? part.inputs().get(field) : own;
            if (found != null) {
                return Optional.of(found);
            }
            if (part instanceof TagsPart tags && tags.hasField(field)) {
                return Optional.of(tags.tagValues());
            }
        }
        return Optional.empty();
    }

    /**
     * Tells if a key of this layout contains the whole value of a field. It does not for the inputs of a hash or of a position on a
     * curve, nor for values that are cut before they are written.
     */
    public boolean tells(String field) {
        return parts.stream()
                .anyMatch(part -> part instanceof TagsPart tags
                        ? tags.hasField(field)
                        : part.fields().containsKey(field)
                                && (!(part instanceof FieldPart own)
                                        || own.codec().isLossless()));
    }

    /** Returns the least number of bytes of a key. */
    public int shortest() {
        return parts.stream().mapToInt(KeyPart::shortest).sum();
    }

    /** Returns the greatest number of bytes; {@link RowKey#MAX_LENGTH} if a part has no fixed width. */
    public int longest() {
        long longest = parts.stream()
                .mapToLong(part -> part.width().orElse(RowKey.MAX_LENGTH))
                .sum();
        return (int) Math.min(longest, RowKey.MAX_LENGTH);
    }

    /** Returns the constant prefix of every key; empty if there is none. */
    public ByteArray constantPrefix() {
        ByteArray prefix = ByteArray.empty();
        for (KeyPart part : parts) {
            if (!(part instanceof ConstPart constant)) {
                break;
            }
            prefix = KeyBytes.concat(prefix, constant.bytes());
        }
        return prefix;
    }

    /** Tells if both layouts begin with different constants, so that ranges of one contain no key of the other. */
    public boolean hasOwnPrefix(KeyLayout other) {
        ByteArray mine = constantPrefix();
        ByteArray theirs = other.constantPrefix();
        return !KeyBytes.startsWith(mine, theirs) && !KeyBytes.startsWith(theirs, mine);
    }

    /** Tells if no key can have both layouts, because of their constants or their lengths. */
    public boolean isApartFrom(KeyLayout other) {
        return hasOwnPrefix(other) || longest() < other.shortest() || other.longest() < shortest();
    }

    /** Encodes values to keys.
     *
     * @return empty if values are missing
     * @throws UnfitValueException if a value does not have its field's form, or the key would be empty or too long
     */
    Optional<List<RowKey>> encode(Map<String, KeyValue> values) {
        verify(values);
        List<ByteArray> keys = List.of(ByteArray.empty());
        for (KeyPart part : parts) {
            Optional<List<ByteArray>> bytes = part.encode(values);
            if (bytes.isEmpty()) {
                return Optional.empty();
            }
            List<ByteArray> longer = new ArrayList<>();
            keys.forEach(key -> bytes.get().forEach(each -> longer.add(KeyBytes.concat(key, each))));
            keys = longer;
        }
        return Optional.of(keys.stream().map(KeyLayout::key).toList());
    }

    private static RowKey key(ByteArray bytes) {
        if (bytes.isEmpty() || bytes.length() > RowKey.MAX_LENGTH) {
            throw new UnfitValueException("the key must have 1 to " + RowKey.MAX_LENGTH + " bytes");
        }
        return new RowKey(bytes);
    }

    /** Returns the fields that {@link #encode} needs. */
    Set<String> needed() {
        return missing(Map.of());
    }

    /** Returns the further fields that {@link #encode} needs. */
    Set<String> missing(Map<String, KeyValue> values) {
        Set<String> missing = new TreeSet<>();
        parts.forEach(part -> missing.addAll(part.missing(values)));
        return missing;
    }

    /** @throws UnfitValueException if the key does not have this layout */
    Map<String, KeyValue> decode(RowKey key) {
        ByteBuffer bytes = ByteBuffer.wrap(key.bytes().unsafeBytes());
        Map<String, KeyValue> values = new LinkedHashMap<>();
        parts.forEach(part -> part.decode(bytes, values));
        if (bytes.hasRemaining()) {
            throw new UnfitValueException(
                    "the key must end with " + parts.get(parts.size() - 1).name());
        }
        verify(values);
        return values;
    }

    private void verify(Map<String, KeyValue> values) {
        for (KeyPart part : parts) {
            if (part instanceof HashPart hash && isVerifiable(hash)) {
                hash.verify(values);
            }
        }
    }

    /** Tells if a hash can be computed from the key. It cannot if the key contains only a part of the hashed value. */
    private boolean isVerifiable(HashPart hash) {
        return hash.inputsInOrder().stream().noneMatch(input -> isCut(input.name()));
    }

    private boolean isCut(String field) {
        return parts.stream()
                .anyMatch(part -> part instanceof FieldPart own
                        && own.name().equals(field)
                        && !own.codec().isLossless());
    }

    /**
     * Tells if the key contains only a part of a field and a hash of the whole field. From that part alone, the location of rows
     * cannot be determined.
     */
    public boolean hidesByHash(String field) {
        return isCut(field)
                && parts.stream()
                        .anyMatch(part -> part instanceof HashPart hash
                                && hash.inputsInOrder().stream()
                                        .anyMatch(input -> input instanceof HashInput.OfText
                                                && input.name().equals(field)));
    }
}
