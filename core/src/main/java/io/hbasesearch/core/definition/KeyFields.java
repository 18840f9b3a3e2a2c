/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.rowkey.KeyLayout;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.part.BitsPart;
import io.hbasesearch.core.rowkey.part.FieldPart;
import io.hbasesearch.core.rowkey.part.KeyPart;
import io.hbasesearch.core.rowkey.part.TagsPart;
import io.hbasesearch.core.rowkey.value.ValueKind;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The fields that decoding a row key gives, and what fields of an index they may become. */
final class KeyFields {
    private final Map<String, ValueKind> kinds = new LinkedHashMap<>();
    private final Set<String> told = new LinkedHashSet<>();
    private final Set<String> tags = new LinkedHashSet<>();

    KeyFields(RowKeySpec spec) {
        for (KeyLayout variant : spec.variants()) {
            variant.parts().forEach(this::add);
        }
    }

    private void add(KeyPart part) {
        part.fields().forEach((name, codec) -> kinds.merge(name, codec.kind(), ValueKind::or));
        if (part instanceof FieldPart || part instanceof BitsPart) {
            told.addAll(part.fields().keySet());
        } else if (part instanceof TagsPart) {
            tags.add(part.name());
            told.add(part.name());
        }
    }

    /** All that may be named, but single tags. */
    Set<String> names() {
        Set<String> names = new LinkedHashSet<>(kinds.keySet());
        names.addAll(tags);
        return names;
    }

    /** Those that say something of the row, in the order of the key: no hashes, salts or places on a curve. */
    List<String> told() {
        return List.copyOf(told);
    }

    /** What a field of the key is in an index unless a definition says otherwise; empty if there is no such field. */
    Optional<FieldType> type(String name) {
        if (tags.contains(name)) {
            return Optional.of(FieldType.JSON);
        }
        return kind(name).map(kind -> switch (kind) {
            case TEXT, BINARY -> FieldType.KEYWORD;
            case INT -> FieldType.INT;
            case WHOLE -> FieldType.LONG;
            case REAL -> FieldType.DOUBLE;
            case MOMENT -> FieldType.DATE;
        });
    }

    /** Empty for what is no single value. */
    Optional<ValueKind> kind(String name) {
        boolean isTag = tags.stream().anyMatch(tag -> name.startsWith(tag + "."));
        return isTag ? Optional.of(ValueKind.TEXT) : Optional.ofNullable(kinds.get(name));
    }

    /** The types that values of a field can be made. */
    List<FieldType> types(String name) {
        return kind(name)
                .map(kind -> switch (kind) {
                    case TEXT, INT, WHOLE ->
                        List.of(
                                FieldType.TEXT,
                                FieldType.KEYWORD,
                                FieldType.BOOLEAN,
                                FieldType.INT,
                                FieldType.LONG,
                                FieldType.FLOAT,
                                FieldType.DOUBLE,
                                FieldType.DATE);
                    case REAL -> List.of(FieldType.TEXT, FieldType.KEYWORD, FieldType.FLOAT, FieldType.DOUBLE);
                    case MOMENT -> List.of(FieldType.TEXT, FieldType.KEYWORD, FieldType.DATE);
                    case BINARY -> List.of(FieldType.TEXT, FieldType.KEYWORD);
                })
                .orElse(List.of(FieldType.JSON));
    }
}
