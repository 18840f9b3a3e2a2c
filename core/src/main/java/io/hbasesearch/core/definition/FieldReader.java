/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingValues;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Makes a field mapping of one entry under {@code fields}, and checks that its settings fit each other. */
final class FieldReader {
    private static final Pattern NAME = Pattern.compile("\\p{L}[\\p{L}\\p{M}\\p{N}_-]{0,99}");
    private static final String NAME_RULE =
            "has at most 100 letters, digits, _ and -, begins with a letter and is no word of the query language";

    /** What the query language would not take for a field. */
    private static final Set<String> RESERVED = Set.of("AND", "OR", "NOT", "TO", "fn");

    private final SettingValues values;
    private final RowKeyReader rowKey;

    private FieldReader(SettingValues values, RowKeyReader rowKey) {
        this.values = values;
        this.rowKey = rowKey;
    }

    static boolean isName(String name) {
        return NAME.matcher(name).matches() && !RESERVED.contains(name);
    }

    static String nameRule() {
        return NAME_RULE;
    }

    /** Empty if something is wrong, which was reported. */
    static Optional<FieldMapping> read(SettingValues values, RowKeyReader rowKey) {
        return new FieldReader(values, rowKey).read();
    }

    private Optional<FieldMapping> read() {
        if (!isName(values.name())) {
            values.problemWithName("is not a field's name, which " + NAME_RULE);
        }
        Optional<FieldSource> source = source();
        Optional<FieldType> type = type();
        return source.flatMap(from -> type.map(is -> read(from, is)));
    }

    private Optional<FieldSource> source() {
        boolean hasKey = values.isWritten(DefinitionSettings.KEY);
        if (values.isWritten(DefinitionSettings.COLUMN)) {
            if (hasKey) {
                values.problem(
                        DefinitionSettings.KEY, "and column both say where the field comes from: keep one of them");
            }
            return values.find(DefinitionSettings.COLUMN).map(FieldSource.Cell::new);
        }
        if (!hasKey) {
            values.problem(
                    DefinitionSettings.COLUMN,
                    "is missing: " + DefinitionSettings.COLUMN.description() + ", or key for a part of the row key");
        }
        return values.find(DefinitionSettings.KEY).filter(this::isKeyField).map(FieldSource.KeyField::new);
    }

    private boolean isKeyField(String name) {
        if (!rowKey.hasSpec()) {
            values.problem(DefinitionSettings.KEY, "needs rowKey.spec, which says what parts row keys have");
        }
        boolean known =
                rowKey.keyFields().map(key -> key.type(name).isPresent()).orElse(false);
        if (!known) {
            rowKey.keyFields()
                    .ifPresent(key -> values.problem(DefinitionSettings.KEY, RowKeyReader.unknown(name, key.names())));
        }
        return known;
    }

    private Optional<FieldType> type() {
        Optional<String> key = values.find(DefinitionSettings.KEY);
        if (!values.isWritten(DefinitionSettings.TYPE)) {
            if (!values.isWritten(DefinitionSettings.KEY)) {
                values.problem(DefinitionSettings.TYPE, "is missing: what the field is in the index");
            }
            return key.flatMap(name -> rowKey.keyFields().flatMap(known -> known.type(name)));
        }
        return values.find(DefinitionSettings.TYPE);
    }

    private FieldMapping read(FieldSource source, FieldType type) {
        CellForm cells = new CellReader(values, type, source instanceof FieldSource.Cell).read();
        if (source instanceof FieldSource.KeyField key) {
            rowKey.keyFields().map(known -> known.types(key.name())).ifPresent(types -> checkType(type, types));
        }
        ValueForm form = new ValueForm(
                cells,
                new TextForm(values.find(DefinitionSettings.SEPARATOR)),
                new DateReader(values, type, dates(source, cells)).read(),
                values.find(DefinitionSettings.ON_ERROR).orElse(OnError.DEAD_LETTER));
        if (type == FieldType.JSON) {
            refuse(DefinitionSettings.SEPARATOR, "has no meaning for type json");
            if (form.isMany()) {
                refuse(DefinitionSettings.PATH, "may lead to several values, and type json has one object");
            }
        }
        return new FieldMapping(values.name(), source, type, form, analyzers(type), searchedByDefault(type));
    }

    /** How values are written that may be dates. */
    private DateReader.Written dates(FieldSource source, CellForm cells) {
        if (source instanceof FieldSource.KeyField key) {
            return rowKey.keyFields()
                    .flatMap(known -> known.kind(key.name()))
                    .map(DateReader.Written::of)
                    .orElse(DateReader.Written.TEXT);
        }
        if (cells.path().isPresent() || cells.encoding() == ValueEncoding.ORDERED_BYTES) {
            return DateReader.Written.ANY;
        }
        return cells.encoding().isText() ? DateReader.Written.TEXT : DateReader.Written.NUMBER;
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

    private void checkType(FieldType type, List<FieldType> types) {
        if (!types.contains(type)) {
            values.problem(
                    DefinitionSettings.TYPE,
                    DefinitionSettings.name(type) + " is not what this part of the row key can be: it can be "
                            + CellReader.names(types));
        }
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
