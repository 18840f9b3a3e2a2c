/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.part.KeyPart;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import io.hbasesearch.core.rowkey.value.ValueParser;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The structure of a table's row keys: the parts of each variant, of which every key has one. Immutable, for any thread.
 *
 * @param variants at least one; no key fits two of them
 */
public record RowKeySpec(List<KeyLayout> variants, UndecodableKeys undecodable) {
    public RowKeySpec {
        Objects.requireNonNull(undecodable, "undecodable");
        variants = List.copyOf(variants);
        if (variants.isEmpty()) {
            throw new IllegalArgumentException("a row key has at least one variant");
        }
    }

    /** Returns the parser of a field's values, if a variant has the field. */
    public Optional<ValueParser> field(String name) {
        return variants.stream()
                .map(variant -> variant.field(name))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /**
     * Returns the parser of a field's values in the variant that {@link #encode} uses, if a variant has the field.
     *
     * @param given all fields that have values
     */
    public Optional<ValueParser> field(String name, Set<String> given) {
        return byUse(given).stream()
                .filter(variant -> given.containsAll(variant.needed()))
                .flatMap(variant -> variant.field(name).stream())
                .findFirst()
                .or(() -> field(name));
    }

    /**
     * Returns the zones of a field's days and local times in the variants that have it, each once.
     *
     * @param none for a variant in which it has no zone
     */
    public List<ZoneId> zones(String name, ZoneId none) {
        return variants.stream()
                .flatMap(variant -> variant.field(name).stream())
                .map(parser -> parser.zone().orElse(none))
                .distinct()
                .toList();
    }

    /** Tells if all keys are UTF-8; false also if that is unknown. */
    public boolean isText() {
        return variants.stream().flatMap(variant -> variant.parts().stream()).allMatch(KeyPart::isText);
    }

    /** Decodes the fields of a key; encoding them gives the same bytes. */
    public DecodedKey decode(RowKey key) {
        List<String> reasons = new ArrayList<>();
        for (KeyLayout variant : variants) {
            try {
                return new DecodedKey.Readable(variant.name(), variant.decode(key));
            } catch (UnfitValueException e) {
                reasons.add(variants.size() == 1 ? e.getMessage() : variant.name() + ": " + e.getMessage());
            }
        }
        return new DecodedKey.Unreadable(String.join("; ", reasons));
    }

    /**
     * Encodes values to keys, with the variant that uses the most of the values and needs no others.
     *
     * @throws UnfitValueException if a value does not have its field's form
     */
    public EncodedKey encode(Map<String, KeyValue> values) {
        Map<String, Set<String>> missing = new TreeMap<>();
        for (KeyLayout variant : byUse(values.keySet())) {
            Optional<List<RowKey>> keys = variant.encode(values);
            if (keys.isPresent()) {
                return new EncodedKey.Complete(variant.name(), keys.get());
            }
            missing.put(variant.name(), variant.missing(values));
        }
        return new EncodedKey.Incomplete(missing);
    }

    private List<KeyLayout> byUse(Set<String> given) {
        return variants.stream()
                .sorted(Comparator.comparingLong((KeyLayout variant) -> given.stream()
                                .filter(field -> variant.field(field).isPresent())
                                .count())
                        .reversed())
                .toList();
    }
}
