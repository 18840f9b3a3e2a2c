/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.value.DateForm;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.TextForm;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** Converts the values of a condition, written as the field shows them or as HBase has them. Immutable. */
final class WantedValues {
    private final boolean isText;
    private final TextForm texts;
    private final ValueConverter asShown;
    private final ValueConverter asStored;

    /** @param zone of days and local times in the condition */
    WantedValues(FieldMapping field, ZoneId zone) {
        this.isText = field.type() == FieldType.TEXT || field.type() == FieldType.KEYWORD;
        this.texts = field.form().texts();
        this.asShown = new ValueConverter(field.type(), new DateForm(null, zone, DateForm.DEFAULT.unit()));
        this.asStored = new ValueConverter(field.type(), field.form().dates());
    }

    /** Returns the values that the text may stand for. */
    List<Object> equal(String text) {
        return isText ? List.copyOf(texts.sought(text)) : List.of(bound(text));
    }

    /** @throws IllegalArgumentException if the text is not a value, which a definition from a file never has */
    Object bound(String text) {
        Optional<Object> found = isText
                ? texts.bound(text).map(Object.class::cast)
                : texts.meant(text, each -> convert(each, asShown), each -> convert(each, asStored));
        return found.orElseThrow(() -> new IllegalArgumentException(
                "no row can have the value of a condition: transform removes it, or a label replaces it"));
    }

    String prefix(String text) {
        return texts.withCase(text);
    }

    private static Optional<Object> convert(String text, ValueConverter converter) {
        try {
            return Optional.ofNullable(converter.convert(text));
        } catch (UndecodableValueException e) {
            return Optional.empty();
        }
    }
}
