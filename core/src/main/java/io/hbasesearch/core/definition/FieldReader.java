/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingValues;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Makes a field mapping of one entry under {@code fields}, and checks that its settings fit each other. */
final class FieldReader {
    private static final Pattern NAME = Pattern.compile("\\p{L}[\\p{L}\\p{M}\\p{N}_-]{0,99}");
    private static final String NAME_RULE =
            "has at most 100 letters, digits, _ and -, begins with a letter and is no word of the query language";

    /** What the query language would not take for a field. */
    private static final Set<String> RESERVED = Set.of("AND", "OR", "NOT", "TO", "fn");

    private final SettingValues values;

    private FieldReader(SettingValues values) {
        this.values = values;
    }

    static boolean isName(String name) {
        return NAME.matcher(name).matches() && !RESERVED.contains(name);
    }

    static String nameRule() {
        return NAME_RULE;
    }

    /** Empty if something is wrong, which was reported. */
    static Optional<FieldMapping> read(SettingValues values) {
        return new FieldReader(values).read();
    }

    private Optional<FieldMapping> read() {
        if (!isName(values.name())) {
            values.problemWithName("is not a field's name, which " + NAME_RULE);
        }
        Optional<FieldType> type = values.find(DefinitionSettings.TYPE);
        if (type.isEmpty() || values.find(DefinitionSettings.COLUMN).isEmpty()) {
            return Optional.empty();
        }
        return read(type.get());
    }

    private Optional<FieldMapping> read(FieldType type) {
        ValueEncoding encoding = encoding(type);
        checkDate(type, encoding);
        return Optional.of(new FieldMapping(
                values.name(),
                values.find(DefinitionSettings.COLUMN),
                type,
                encoding,
                values.find(DefinitionSettings.PATTERN).orElse(null),
                zone(),
                analyzers(type),
                searchedByDefault(type)));
    }

    private boolean searchedByDefault(FieldType type) {
        boolean searched = values.find(DefinitionSettings.DEFAULT).orElse(type.searchedByDefault());
        if (searched && !type.searchedByDefault()) {
            values.problem(
                    DefinitionSettings.DEFAULT,
                    "can be true only for text and keyword: not every word is a value" + " of type "
                            + DefinitionSettings.name(type));
        }
        return searched;
    }

    private ValueEncoding encoding(FieldType type) {
        ValueEncoding encoding = values.find(DefinitionSettings.ENCODING).orElse(type.defaultEncoding());
        if (!type.encodings().contains(encoding)) {
            values.problem(
                    DefinitionSettings.ENCODING,
                    DefinitionSettings.name(encoding) + " does not give values of type " + DefinitionSettings.name(type)
                            + ", which takes " + names(type.encodings()) + "; types that take "
                            + DefinitionSettings.name(encoding) + ": " + names(typesWith(encoding)));
        }
        return encoding;
    }

    private static List<FieldType> typesWith(ValueEncoding encoding) {
        return Arrays.stream(FieldType.values())
                .filter(type -> type.encodings().contains(encoding))
                .toList();
    }

    private static String names(List<? extends Enum<?>> constants) {
        return constants.stream().map(DefinitionSettings::name).collect(Collectors.joining(", "));
    }

    private void checkDate(FieldType type, ValueEncoding encoding) {
        if (type != FieldType.DATE || encoding != ValueEncoding.UTF8) {
            String reason = "has a meaning only for type date with encoding utf8";
            refuse(DefinitionSettings.PATTERN, reason);
            refuse(DefinitionSettings.ZONE, reason);
            return;
        }
        values.find(DefinitionSettings.PATTERN).ifPresent(pattern -> {
            try {
                DateText.of(pattern, zone());
            } catch (IllegalArgumentException e) {
                values.problem(
                        DefinitionSettings.PATTERN, "\"" + pattern + "\" is not a date pattern: " + e.getMessage());
            }
        });
    }

    private ZoneId zone() {
        return values.find(DefinitionSettings.ZONE).orElse(ZoneOffset.UTC);
    }

    private List<String> analyzers(FieldType type) {
        if (type != FieldType.TEXT) {
            String reason = "has a meaning only for type text";
            refuse(DefinitionSettings.ANALYZER, reason);
            refuse(DefinitionSettings.ANALYZERS, reason);
            return List.of();
        }
        if (values.isWritten(DefinitionSettings.ANALYZER) && values.isWritten(DefinitionSettings.ANALYZERS)) {
            values.problem(DefinitionSettings.ANALYZER, "and analyzers say the same thing: keep one of them");
        }
        List<String> analyzers = values.find(DefinitionSettings.ANALYZERS)
                .or(() -> values.find(DefinitionSettings.ANALYZER).map(List::of))
                .orElse(FieldMapping.DEFAULT_ANALYZERS);
        if (analyzers.isEmpty()) {
            values.problem(DefinitionSettings.ANALYZERS, "must name at least one analyzer");
        }
        return analyzers;
    }

    private void refuse(Setting<?> setting, String reason) {
        if (values.isWritten(setting)) {
            values.problem(setting, reason);
        }
    }
}
