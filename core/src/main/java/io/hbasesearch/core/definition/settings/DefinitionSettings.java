/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.settings;

import io.hbasesearch.core.definition.value.OnError;
import io.hbasesearch.core.definition.value.QualifierPattern;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.definition.value.Weight;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.rowkey.UndecodableKeys;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import io.hbasesearch.core.yaml.FileOrInline;
import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingGroup;
import io.hbasesearch.core.yaml.ValueType;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The keys of an index definition. */
public final class DefinitionSettings {
    private static final Pattern INDEX_NAME = Pattern.compile("[a-z][a-z0-9_-]{0,99}");
    private static final Pattern FAMILY = Pattern.compile("[^:./\\s][^:/\\s]*");
    private static final Pattern ANALYZER_NAME = Pattern.compile("[a-z][a-z0-9_-]*");

    /** The value of {@code timestamp} that stands for all mapped columns. */
    public static final String WHOLE_ROW = "row";

    /** The value of {@code timestamp} that stands for the time at which HBase accepted a cell, which no read returns. */
    static final String WRITTEN = "write";

    /**
     * The source of a timestamp field: a column, or the newest timestamp of the row if there is none.
     *
     * @param isWritten true if the time of the write is requested
     */
    public record TimestampOf(Optional<ColumnName> column, boolean isWritten) {}

    public static final Setting<String> INDEX = Setting.optional(
            "index",
            ValueType.of(
                    "a name of 1 to 100 lower-case letters, digits, - and _ that begins with a letter",
                    TableNames::checkTemplate),
            "name of the index, if it differs from the file's name; with tables, it contains {table} or {namespace}");
    public static final Setting<TableId> TABLE =
            Setting.optional("table", table(), "table whose rows are indexed; either table or tables is required");
    static final Setting<List<TablePattern>> TABLES = Setting.optional(
            "tables",
            ValueType.of(
                            "a table, as table or namespace:table; or a pattern, such as namespace:orders_* (* for"
                                    + " any characters, ? for one) or namespace:/a regular expression/",
                            TablePattern::parse)
                    .list(),
            "instead of table: several tables of the same form, each with its own index; patterns match existing and"
                    + " future tables");
    public static final Setting<Integer> MAX_TABLES = Setting.withDefault(
                    "maxTables",
                    ValueType.integer(1, 1000, "tables"),
                    "100",
                    "with patterns under tables: maximum number of matching tables; tables that have an index come first,"
                            + " then the others by name")
            .formerly("mostTables");

    public static final Setting<String> SYNONYMS = Setting.optional(
            "synonyms",
            ValueType.text(),
            "file of synonyms for queries, one rule a line, as car, automobile or tv => television; a path relative to"
                    + " this file's directory");

    public static final Setting<RowKeyFormat> FORMAT = Setting.withDefault(
            "format",
            ValueType.oneOf(SettingNames.each(RowKeyFormat.values())),
            "text",
            "whether row keys are UTF-8 text or arbitrary bytes; binary if the spec has parts that are not text");
    public static final Setting<String> FIELD =
            Setting.optional("field", ValueType.text(), "keyword field that contains the row key; binary keys in hex");
    public static final Setting<FileOrInline> SPEC = Setting.optional(
            "spec",
            ValueType.fileOrInline(
                    "the name of a file in rowkeys next to this file's directory, without .yaml; a path relative to"
                            + " this file's directory, with .yaml; or the content of such a file",
                    RowKeySpecReader.settings()),
            "specification of the parts, which become fields");
    public static final Setting<List<String>> KEY_FIELDS = Setting.optional(
            "fields",
            ValueType.text().list(),
            "parts that become fields of the same names; if absent, all except hashes, salts, positions on curves,"
                    + " and parts that an entry under fields names as its key");
    public static final Setting<UndecodableKeys> UNDECODABLE = RowKeySpecReader.undecodable(
            "handling of a row whose key does not match the spec: index it without the parts, store a dead letter,"
                    + " or skip it; if absent, as set in the spec");
    public static final SettingGroup ROW_KEY = SettingGroup.of(
            "rowKey", "how row keys are parsed and shown", FORMAT, FIELD, SPEC, KEY_FIELDS, UNDECODABLE);

    public static final Setting<ColumnName> COLUMN = Setting.optional(
            "column",
            ValueType.of("a column, as family:qualifier with \\xHH for bytes", DefinitionSettings::column),
            "column that the field comes from");
    public static final Setting<String> KEY = Setting.optional(
            "key", ValueType.text(), "instead of column: part of the row key that the field comes from");
    public static final Setting<QualifierPattern> COLUMNS = Setting.optional(
            "columns",
            ValueType.of(
                    "columns, such as family:attr_* (* for any characters, ? for one) or family:/a regular expression/",
                    QualifierPattern::parse),
            "instead of column: all matching columns, as members of one JSON object");
    public static final Setting<Integer> MAX_COLUMNS = Setting.withDefault(
                    "maxColumns",
                    ValueType.integer(1, 10_000, "columns"),
                    "1000",
                    "with columns: maximum number of matching columns in a row")
            .formerly("mostColumns");
    public static final Setting<String> VALUE = Setting.optional(
            "value",
            ValueType.of("a text", text -> text),
            "instead of column: constant value of the field in every row");
    public static final Setting<TimestampOf> TIMESTAMP = Setting.optional(
            "timestamp",
            ValueType.of("a column, or " + WHOLE_ROW, DefinitionSettings::timestamp),
            "instead of column: timestamp of a column's cell, or the newest timestamp of all mapped columns");
    public static final Setting<List<String>> FROM = Setting.optional(
            "from", ValueType.text().list(), "instead of column: other fields, whose values are joined as text");
    public static final Setting<String> FUNCTION = Setting.optional(
            "function",
            SettingNames.extension(),
            "with from: FieldFunction on the class path that computes the value, instead of joining the values");
    public static final Setting<String> JOIN = Setting.withDefault(
            "join", ValueType.of("a text", text -> text), "\" \"", "with from: text between the joined values");
    public static final Setting<List<String>> COPY_TO = Setting.optional(
            "copyTo",
            ValueType.text().list(),
            "joined fields that include this field's value, as if their from named it");
    public static final Setting<Integer> VERSIONS = Setting.withDefault(
            "versions",
            ValueType.integer(1, 100, "versions"),
            "1",
            "with column: number of its versions that become values of the field, newest first");
    public static final Setting<String> ANALYZER = Setting.optional("analyzer", analyzer(), "analyzer of a text field");
    public static final Setting<List<String>> ANALYZERS = Setting.optional(
            "analyzers",
            analyzer().list(),
            "analyzers of a text field in order of preference; the first one that the backend has is used");
    public static final Setting<Boolean> DEFAULT = Setting.optional(
            "default",
            ValueType.bool(),
            "whether words without a field are searched in this field; if absent, true for text and keyword");
    public static final Setting<Boolean> REVERSE = Setting.optional(
            "reverse",
            ValueType.bool(),
            "whether a keyword field is also indexed from its end, so that field:*end finds it; if absent, false");
    public static final Setting<Float> WEIGHT = Setting.withDefault(
            "weight",
            ValueType.of(Weight.FORM, text -> Weight.parse(text).orElseThrow(IllegalArgumentException::new)),
            "1",
            "factor of a text or keyword field's part of a row's score");
    public static final SettingGroup FIELDS = SettingGroup.ofEach(
            "fields",
            "fields of the index, by name",
            ValueSettings.and(
                    List.of(
                            COLUMN,
                            VERSIONS,
                            COLUMNS,
                            MAX_COLUMNS,
                            KEY,
                            VALUE,
                            TIMESTAMP,
                            FROM,
                            JOIN,
                            FUNCTION,
                            COPY_TO),
                    ANALYZER,
                    ANALYZERS,
                    DEFAULT,
                    REVERSE,
                    WEIGHT));

    public static final SettingGroup CELL_QUALIFIER = SettingGroup.of(
            "qualifier",
            "structure of qualifiers, specified like that of row keys; the parts become fields of the cell",
            SPEC,
            CellSettings.UNDECODABLE);

    public static final SettingGroup CELL_VALUES = SettingGroup.ofEach(
            "values",
            "fields from the values of cells, by name; queries call them cell.<name>",
            ValueSettings.ofCellsAnd(
                    List.of(COLUMNS.narrowed(
                            COLUMNS.type(), "columns whose cells have this value; if absent, all of cells.columns")),
                    ANALYZER,
                    ANALYZERS,
                    DEFAULT,
                    WEIGHT));

    public static final SettingGroup CELLS = SettingGroup.of(
                    "cells",
                    "with unit: cell, which cells are found, and by which fields",
                    CellSettings.COLUMNS,
                    CellSettings.MAX,
                    CellSettings.BUCKETS)
            .with(CELL_QUALIFIER, CELL_VALUES);

    public static final SettingGroup ROOT = SettingGroup.root(
            "an index",
            List.of(INDEX, TABLE, TABLES, MAX_TABLES, CellSettings.UNIT, SYNONYMS),
            List.of(
                    ROW_KEY,
                    SchemaSettings.SCHEMAS,
                    FIELDS,
                    CELLS,
                    WhereSettings.WHERE,
                    RankingSettings.RANKING,
                    PassthroughSettings.ELASTICSEARCH));

    private DefinitionSettings() {}

    public static String name(OnError onError) {
        return SettingNames.of(onError);
    }

    public static String name(Enum<?> constant) {
        return SettingNames.of(constant);
    }

    private static ValueType<TableId> table() {
        return ValueType.of("a table, as table or namespace:table, not a pattern", TableId::parse);
    }

    public static boolean isIndexName(String name) {
        return INDEX_NAME.matcher(name).matches();
    }

    private static ValueType<String> analyzer() {
        return ValueType.of("an analyzer's name", name -> matching(ANALYZER_NAME, name));
    }

    private static String matching(Pattern pattern, String text) {
        if (!pattern.matcher(text).matches()) {
            throw new IllegalArgumentException();
        }
        return text;
    }

    private static ColumnName column(String text) {
        ColumnName column = ColumnName.parse(text);
        matching(FAMILY, column.family());
        return column;
    }

    /** Parses a column; empty if the text is not a column's name. */
    public static Optional<ColumnName> columnOrNone(String text) {
        try {
            return Optional.of(column(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static TimestampOf timestamp(String text) {
        boolean isWritten = text.equals(WRITTEN);
        boolean isColumn = !isWritten && !text.equals(WHOLE_ROW);
        return new TimestampOf(isColumn ? Optional.of(column(text)) : Optional.empty(), isWritten);
    }
}
