/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import io.hbasesearch.core.definition.value.DateForm;
import io.hbasesearch.core.definition.value.DateText;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.ValueForm;
import io.hbasesearch.core.query.FieldResolver.Target;
import java.time.DateTimeException;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds what the text of a query means in a number, date or boolean field whose values are transformed. Stateless. */
final class WrittenValues {
    private static final String HINT_FOR_DATES =
            "write now/d for today, now-1d/d for yesterday, [2024-02-01 TO 2024-02-29] for a month, 2024-02-29T13:14 for a time";

    private static final DateMath UTC = new DateMath(ZoneOffset.UTC, () -> {
        throw new IllegalArgumentException("is relative to now");
    });

    private WrittenValues() {}

    /** Returns the text; or the value that the field shows, if the text is a value as cells have it. */
    static String shown(Target target, String text) {
        ValueForm form = target.forms().get(target.names().get(0));
        if (form == null || !isTyped(target.type())) {
            return text;
        }
        Optional<String> asShown = asShown(target, text);
        return form.texts()
                .meant(text, each -> asShown, each -> asStored(target.type(), each, form.dates()))
                .filter(value -> !asShown.equals(Optional.of(value)))
                .orElse(text);
    }

    /** Returns a hint for a text that is no value of the field; null if there is none. */
    static @Nullable String hint(Target target) {
        return isTyped(target.type())
                        && target.forms().containsKey(target.names().get(0))
                ? "write the value as hits show it, or as HBase has it before transform and labels of the definition"
                : target.type() == FieldType.DATE ? HINT_FOR_DATES : null;
    }

    /** Returns the bound of a range over a keyword field, whose values are compared as hits show them. */
    static String bound(Target keyword, String text, SourcePosition place) {
        return keyword.form(keyword.names().get(0)).bound(text).orElseThrow(() -> {
            String name = LeafConverter.name(keyword);
            return place.error(
                    "a range of " + name + " compares values as hits show them, and no hit can show '" + text
                            + "': transform removes it, or a label replaces it",
                    "write a bound as hits show values, or list the values: " + name + ":(a OR b)");
        });
    }

    private static boolean isTyped(FieldType type) {
        return switch (type) {
            case BOOLEAN, INT, LONG, FLOAT, DOUBLE, DATE -> true;
            case TEXT, KEYWORD, JSON, GEO_POINT -> false;
        };
    }

    private static Optional<String> asShown(Target target, String text) {
        try {
            return Optional.of(
                    FieldValues.canonical(target.type(), text, target.dates().get(0)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Returns the value that documents have for a text; a date is of the field's own pattern and zone. */
    private static Optional<String> asStored(FieldType type, String text, DateForm dates) {
        try {
            return Optional.of(
                    type == FieldType.DATE
                            ? DateText.format(
                                    DateText.of(dates.pattern(), dates.zone()).parseMillis(text))
                            : FieldValues.canonical(type, text, UTC));
        } catch (DateTimeException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
