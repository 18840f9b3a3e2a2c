/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.read;

import io.hbasesearch.core.definition.value.FieldType;
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

/** The fields of a decoded row key, and the fields of an index that they may become. */
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

    /** Returns all valid names except those of single tags. */
    Set<String> names() {
        Set<String> names = new LinkedHashSet<>(kinds.keySet());
        names.addAll(tags);
        return names;
    }

    /** Returns the fields with information about the row, in the order of the key: without hashes, salts and positions on a curve. */
    List<String> told() {
        return List.copyOf(told);
    }

    /** Returns the default index type of a field of the key; empty if there is no such field. */
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

    /** Returns the kind of a field; empty if it is not a single value. */
    Optional<ValueKind> kind(String name) {
        boolean isTag = tags.stream().anyMatch(tag -> name.startsWith(tag + "."));
        return isTag ? Optional.of(ValueKind.TEXT) : Optional.ofNullable(kinds.get(name));
    }

    /** Returns the types to which values of a field can be converted. */
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
