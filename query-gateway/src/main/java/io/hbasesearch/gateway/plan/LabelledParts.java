/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.plan;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import io.hbasesearch.core.rowkey.value.ValueKind;
import io.hbasesearch.core.rowkey.value.ValueParser;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds the values of row keys that a field with labels shows as a text. Stateless. */
final class LabelledParts {
    private static final Pattern CANONICAL = Pattern.compile("0|-?[1-9][0-9]*");

    private LabelledParts() {}

    /**
     * Returns the values; empty if they cannot be told, because labels are not the field's only transformation.
     *
     * @param shown value of a query
     */
    static Optional<List<KeyValue>> values(FieldMapping field, String shown, ValueKind kind, ValueParser parser) {
        return field.form()
                .texts()
                .before(shown)
                .filter(texts -> isKnown(field, kind))
                .map(texts -> texts.stream()
                        .map(text -> parsed(text, parser))
                        .flatMap(Optional::stream)
                        .toList());
    }

    /** Tells if values that the field shows are the same texts in a query and in labels. */
    private static boolean isKnown(FieldMapping field, ValueKind kind) {
        boolean isWhole = (field.type() == FieldType.INT || field.type() == FieldType.LONG)
                && (kind == ValueKind.INT || kind == ValueKind.WHOLE)
                && field.form().texts().labels().values().stream()
                        .allMatch(label -> CANONICAL.matcher(label).matches());
        return field.type() == FieldType.KEYWORD || isWhole;
    }

    /** Returns the key's value with this text, as the field reads it. */
    private static Optional<KeyValue> parsed(String text, ValueParser parser) {
        try {
            return Optional.of(parser.parse(text)).filter(value -> value.text().equals(text));
        } catch (UnfitValueException e) {
            return Optional.empty();
        }
    }
}
