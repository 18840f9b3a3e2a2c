/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.read;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.definition.settings.DefinitionSettings;
import io.hbasesearch.core.definition.settings.SchemasReader;
import io.hbasesearch.core.definition.settings.ValueSettings;
import io.hbasesearch.core.definition.value.CellForm;
import io.hbasesearch.core.definition.value.DateForm;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.OnError;
import io.hbasesearch.core.definition.value.TextForm;
import io.hbasesearch.core.definition.value.ValueEncoding;
import io.hbasesearch.core.definition.value.ValueForm;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingValues;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Creates a field mapping from one entry under {@code fields}, and checks that its settings are compatible. */
final class FieldReader {
    private static final Pattern NAME = Pattern.compile("\\p{L}[\\p{L}\\p{M}\\p{N}_-]{0,99}");
    private static final String NAME_RULE =
            "has at most 100 letters, digits, _ and -, begins with a letter and is none of AND, OR, NOT, TO and fn, which"
                    + " are words of the query language";

    /** Words that the query language does not accept as field names. */
    private static final Set<String> RESERVED = Set.of("AND", "OR", "NOT", "TO", "fn");

    private final SettingValues values;
    private final RowKeyReader rowKey;
    private final SchemasReader schemas;
    private final SourceReader sources;

    private FieldReader(
            SettingValues values, RowKeyReader rowKey, SchemasReader schemas, Map<String, List<String>> copies) {
        this.values = values;
        this.rowKey = rowKey;
        this.schemas = schemas;
        this.sources = new SourceReader(values, rowKey, copies);
    }

    static boolean isName(String name) {
        return NAME.matcher(name).matches() && !RESERVED.contains(name);
    }

    static String nameRule() {
        return NAME_RULE;
    }

    /** Reads a field; empty if it has a problem, which was reported.
     *
     * @param copies the source fields of each copyTo target
     */
    static Optional<FieldMapping> read(
            SettingValues values, RowKeyReader rowKey, SchemasReader schemas, Map<String, List<String>> copies) {
        return new FieldReader(values, rowKey, schemas, copies).read();
    }

    /** Reads the entry of a value of cells; empty if it has a problem, which was reported. */
    static Optional<FieldMapping> ofCell(
            SettingValues values, RowKeyReader rowKey, SchemasReader schemas, FieldSource.OfCell source) {
        FieldReader reader = new FieldReader(values, rowKey, schemas, Map.of());
        reader.checkOptions();
        return values.find(ValueSettings.TYPE).map(type -> reader.read(source, type));
    }

    /** Reads the field of a condition on a column: a keyword in UTF-8 by default, with the column's name. */
    static Optional<FieldMapping> ofColumn(
            SettingValues values, ColumnName column, RowKeyReader rowKey, SchemasReader schemas) {
        if (values.isWritten(ValueSettings.TYPE)
                && values.find(ValueSettings.TYPE).isEmpty()) {
            return Optional.empty();
        }
        FieldType type = values.find(ValueSettings.TYPE).orElse(FieldType.KEYWORD);
        FieldReader reader = new FieldReader(values, rowKey, schemas, Map.of());
        reader.checkOptions();
        FieldMapping read = reader.read(new FieldSource.Cell(column), type);
        return Optional.of(new FieldMapping(
                column.toString(),
                read.source(),
                read.type(),
                read.form(),
                read.analyzers(),
                read.searchedByDefault(),
                read.reversed(),
                read.weight()));
    }

    /** Checks that options are used with a codec only. */
    private void checkOptions() {
        if (!values.isWritten(ValueSettings.CODEC)) {
            refuse(ValueSettings.OPTIONS, "has a meaning only with codec");
        }
    }

    private Optional<FieldMapping> read() {
        if (!isName(values.name())) {
            values.problemWithName("is not a field's name, which " + NAME_RULE);
        }
        Optional<FieldSource> source = sources.read();
        Optional<FieldType> type = sources.type();
        return source.flatMap(from -> type.map(is -> read(from, is)));
    }

    private FieldMapping read(FieldSource source, FieldType type) {
        CellForm cells = new CellReader(values, type, source, schemas).read();
        TextForm texts = new TextForm(
                values.find(ValueSettings.SEPARATOR),
                values.find(ValueSettings.TRANSFORM).orElse(List.of()),
                values.find(ValueSettings.LABELS).orElse(Map.of()));
        DateForm dates = new DateReader(values, type, dates(source, cells, texts)).read();
        ValueForm form = new ValueForm(
                cells, texts, dates, values.find(ValueSettings.ON_ERROR).orElse(OnError.DEAD_LETTER));
        sources.checkType(source, type, dates);
        checkJson(source, type, form);
        if (type == FieldType.GEO_POINT) {
            String reason = "is not possible for type geo_point, of which the whole cell is a point";
            refuse(ValueSettings.PATH, reason);
            refuse(ValueSettings.SCHEMA, reason);
        }
        return new FieldMapping(
                values.name(),
                source,
                type,
                form,
                analyzers(type),
                searchedByDefault(type),
                isReversed(type),
                weight(type));
    }

    private boolean isReversed(FieldType type) {
        if (type != FieldType.KEYWORD) {
            refuse(DefinitionSettings.REVERSE, "has a meaning only for type keyword");
        }
        return type == FieldType.KEYWORD
                && values.find(DefinitionSettings.REVERSE).orElse(false);
    }

    private void checkJson(FieldSource source, FieldType type, ValueForm form) {
        if (type == FieldType.JSON) {
            String reason = "has no meaning for type json";
            refuse(ValueSettings.SEPARATOR, reason);
            refuse(ValueSettings.TRANSFORM, reason);
            refuse(ValueSettings.LABELS, reason);
            refuse(DefinitionSettings.COPY_TO, reason);
            if (source instanceof FieldSource.Cell cell && cell.isMany()) {
                refuse(DefinitionSettings.VERSIONS, "gives several values, and type json has one object");
            }
            if (form.isMany()) {
                refuse(ValueSettings.PATH, "may lead to several values, and type json has one object");
            }
        }
    }

    /** Returns the form in which dates may be stored. */
    private DateReader.Written dates(FieldSource source, CellForm cells, TextForm texts) {
        if (!texts.equals(TextForm.DEFAULT)) {
            return DateReader.Written.TEXT;
        }
        if (source instanceof FieldSource.KeyField key) {
            return rowKey.keyFields()
                    .flatMap(known -> known.kind(key.name()))
                    .map(DateReader.Written::of)
                    .orElse(DateReader.Written.TEXT);
        }
        if (source instanceof FieldSource.CellTime || source instanceof FieldSource.RowTime) {
            return DateReader.Written.NUMBER;
        }
        if (cells.path().isPresent() || cells.isStructured() || cells.encoding() == ValueEncoding.ORDERED_BYTES) {
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

    private float weight(FieldType type) {
        if (!type.searchedByDefault()) {
            refuse(DefinitionSettings.WEIGHT, "has a meaning only for type text and keyword");
            return FieldMapping.DEFAULT_WEIGHT;
        }
        return values.find(DefinitionSettings.WEIGHT).orElse(FieldMapping.DEFAULT_WEIGHT);
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
