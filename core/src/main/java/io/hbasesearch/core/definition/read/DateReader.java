/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.read;

import io.hbasesearch.core.definition.settings.ValueSettings;
import io.hbasesearch.core.definition.value.DateForm;
import io.hbasesearch.core.definition.value.DateText;
import io.hbasesearch.core.definition.value.DateUnit;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.rowkey.value.ValueKind;
import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingValues;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Reads the date format of one field, and checks that its settings apply. */
final class DateReader {
    /** The form in which dates are stored. */
    enum Written {
        TEXT,
        NUMBER,
        /** Text or number, as the value itself shows. */
        ANY,
        /** Points in time, which need no format. */
        MOMENT;

        static Written of(ValueKind kind) {
            return switch (kind) {
                case TEXT, REAL, BINARY -> TEXT;
                case INT, WHOLE -> NUMBER;
                case MOMENT -> MOMENT;
            };
        }
    }

    private final SettingValues values;
    private final FieldType type;
    private final Written written;

    DateReader(SettingValues values, FieldType type, Written written) {
        this.values = values;
        this.type = type;
        this.written = written;
    }

    DateForm read() {
        check();
        return new DateForm(
                values.find(ValueSettings.PATTERN).orElse(null),
                zone(),
                values.find(ValueSettings.UNIT).orElse(DateUnit.MILLIS));
    }

    private ZoneId zone() {
        return values.find(ValueSettings.ZONE).orElse(ZoneOffset.UTC);
    }

    private void check() {
        boolean isDate = type == FieldType.DATE;
        boolean hasPattern = values.isWritten(ValueSettings.PATTERN);
        if (!isDate || written == Written.MOMENT) {
            refuse(
                    ValueSettings.PATTERN,
                    isDate ? "has no meaning: the row key's spec has it" : "has a meaning only for type date");
        }
        if (!isDate || (written == Written.NUMBER && !hasPattern) || written == Written.MOMENT) {
            refuse(ValueSettings.ZONE, "has a meaning only for type date, in text or with a pattern");
        }
        if (!isDate || written == Written.TEXT || written == Written.MOMENT || hasPattern) {
            refuse(ValueSettings.UNIT, "has a meaning only for type date, in a number without a pattern");
        }
        if (isDate) {
            values.find(ValueSettings.PATTERN).ifPresent(this::check);
        }
    }

    private void check(String pattern) {
        try {
            DateText.of(pattern, zone());
        } catch (IllegalArgumentException e) {
            values.problem(ValueSettings.PATTERN, "\"" + pattern + "\" is not a date pattern: " + e.getMessage());
        }
    }

    private void refuse(Setting<?> setting, String reason) {
        if (values.isWritten(setting)) {
            values.problem(setting, reason);
        }
    }
}
