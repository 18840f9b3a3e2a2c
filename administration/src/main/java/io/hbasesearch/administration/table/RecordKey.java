/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.table;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.EncodedKey;
import io.hbasesearch.core.rowkey.KeyLayout;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Makes the row key of a record from its fields. Stateless. */
@FunctionalInterface
public interface RecordKey {
    /**
     * A record's key.
     *
     * @param told the fields whose values the key itself contains
     */
    record Made(RowKey key, Set<String> told) {
        public Made {
            Objects.requireNonNull(key, "key");
            told = Set.copyOf(told);
        }
    }

    /** @throws IllegalArgumentException saying what is missing or unfit; it does not repeat values */
    Made of(Map<String, String> values);

    /**
     * Returns keys that one field has.
     *
     * @param parser of the field's text
     */
    static RecordKey ofField(String field, Function<String, RowKey> parser) {
        return values -> {
            String text = values.get(field);
            if (text == null) {
                throw new IllegalArgumentException("it has no value of the key '" + field + "'");
            }
            try {
                return new Made(parser.apply(text), Set.of(field));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("the key '" + field + "' is not a row key: " + e.getMessage(), e);
            }
        };
    }

    /**
     * Returns keys that a specification makes of the fields with the names of its own. Of a random salt's keys it always takes the same
     * one for the same values, so that an import that is run again writes the same rows.
     */
    static RecordKey ofSpec(RowKeySpec spec) {
        return values -> made(spec, values);
    }

    private static Made made(RowKeySpec spec, Map<String, String> values) {
        Map<String, String> used = new LinkedHashMap<>();
        values.forEach((field, text) -> {
            if (spec.field(field).isPresent()) {
                used.put(field, text);
            }
        });
        Map<String, KeyValue> parsed = new LinkedHashMap<>();
        used.forEach((field, text) -> {
            try {
                parsed.put(field, spec.field(field, used.keySet()).orElseThrow().parse(text));
            } catch (UnfitValueException e) {
                throw e.in(field);
            }
        });
        EncodedKey encoded = spec.encode(parsed);
        if (encoded instanceof EncodedKey.Incomplete incomplete) {
            throw new IllegalArgumentException("it has no value of the key's "
                    + incomplete.missing().values().stream()
                            .map(missing -> String.join(", ", new TreeSet<>(missing)))
                            .sorted()
                            .collect(Collectors.joining(" or of its ")));
        }
        EncodedKey.Complete complete = (EncodedKey.Complete) encoded;
        List<RowKey> keys = complete.keys();
        KeyLayout layout = spec.variants().stream()
                .filter(variant -> variant.name().equals(complete.variant()))
                .findFirst()
                .orElseThrow();
        return new Made(
                keys.get(Math.floorMod(keys.get(0).bytes().hashCode(), keys.size())),
                used.keySet().stream().filter(layout::tells).collect(Collectors.toSet()));
    }
}
