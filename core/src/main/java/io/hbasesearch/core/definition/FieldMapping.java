/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.model.ColumnName;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One field of an index and where its values come from.
 *
 * @param analyzers for text fields, in order of preference: the first that the backend has is used
 * @param searchedByDefault whether a query word without a field looks here
 */
public record FieldMapping(
        String name,
        FieldSource source,
        FieldType type,
        ValueForm form,
        List<String> analyzers,
        boolean searchedByDefault) {
    /** What a text field is analysed with unless its definition says otherwise. */
    public static final List<String> DEFAULT_ANALYZERS = List.of("standard");

    private static final String RAW = "_raw";

    public FieldMapping {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(form, "form");
        analyzers = List.copyOf(analyzers);
    }

    /**
     * A field of a column, or of the whole row key.
     *
     * @param column empty if the field holds the row key
     * @param datePattern for text dates, as {@link DateForm} has it
     * @param dateZone where text dates are that name no zone themselves
     */
    public FieldMapping(
            String name,
            Optional<ColumnName> column,
            FieldType type,
            ValueEncoding encoding,
            @Nullable String datePattern,
            ZoneId dateZone,
            List<String> analyzers,
            boolean searchedByDefault) {
        this(
                name,
                column.<FieldSource>map(FieldSource.Cell::new).orElseGet(FieldSource.WholeKey::new),
                type,
                ValueForm.of(encoding, new DateForm(datePattern, dateZone, DateUnit.MILLIS)),
                analyzers,
                searchedByDefault);
    }

    /** A field with everything as it is when a definition says no more than column and type. */
    public static FieldMapping of(String name, ColumnName column, FieldType type) {
        return of(name, new FieldSource.Cell(column), type, type.defaultEncoding());
    }

    /** The row key as a keyword field: text or hexadecimal digits, as the definition's {@link RowKeyFormat} says. */
    public static FieldMapping ofRowKey(String name) {
        return of(name, new FieldSource.WholeKey(), FieldType.KEYWORD, ValueEncoding.UTF8);
    }

    /** A field of the row key's, with everything else as it is when a definition says no more. */
    static FieldMapping ofKeyField(String name, FieldType type) {
        return of(name, new FieldSource.KeyField(name), type, ValueEncoding.UTF8);
    }

    /** Something of cells, with everything else as it is when a definition says no more; only a query that names it searches it. */
    static FieldMapping ofCell(CellUnit unit, String name, CellUnit.Part part, FieldType type) {
        return of(CellUnit.PREFIX + name, new FieldSource.OfCell(unit, part), type, ValueEncoding.UTF8)
                .onlyByName();
    }

    /** The field of what is found where this field's value should be: text, or bytes in Base64. */
    Optional<FieldMapping> raw() {
        return form.onError() == OnError.KEEP_RAW
                ? Optional.of(new FieldMapping(
                        rawName(),
                        new FieldSource.RawOf(name),
                        FieldType.KEYWORD,
                        ValueForm.of(ValueEncoding.UTF8, DateForm.DEFAULT),
                        List.of(),
                        false))
                : Optional.empty();
    }

    /** What the field is called that holds what was found in this one's place. */
    public String rawName() {
        return name + RAW;
    }

    private static FieldMapping of(String name, FieldSource source, FieldType type, ValueEncoding encoding) {
        return new FieldMapping(
                name,
                source,
                type,
                ValueForm.of(encoding, DateForm.DEFAULT),
                type == FieldType.TEXT ? DEFAULT_ANALYZERS : List.of(),
                type.searchedByDefault());
    }

    /** The same field under another name. */
    FieldMapping named(String other) {
        return new FieldMapping(other, source, type, form, analyzers, searchedByDefault);
    }

    /** The same field, which only a query that names it searches. */
    FieldMapping onlyByName() {
        return new FieldMapping(name, source, type, form, analyzers, false);
    }

    /** The same text field with other analyzers. */
    public FieldMapping withAnalyzers(List<String> others) {
        return new FieldMapping(name, source, type, form, others, searchedByDefault);
    }

    /** The same field, its cells read in another way. */
    public FieldMapping withEncoding(ValueEncoding other) {
        return new FieldMapping(name, source, type, form.withEncoding(other), analyzers, searchedByDefault);
    }

    /** The column that has to be read for this field; empty if it needs none. */
    public Optional<ColumnName> column() {
        if (source instanceof FieldSource.CellTime time) {
            return Optional.of(time.column());
        }
        return source instanceof FieldSource.Cell cell ? Optional.of(cell.column()) : Optional.empty();
    }

    public ValueEncoding encoding() {
        return form.cells().encoding();
    }

    /** For dates that are texts, or numbers read as such; null for ISO 8601. */
    public @Nullable String datePattern() {
        return form.dates().pattern();
    }

    public ZoneId dateZone() {
        return form.dates().zone();
    }

    /** Whether dates may be read by their digits, though cells do not tell. */
    boolean mayHaveDateText() {
        return type == FieldType.DATE
                && (!(source instanceof FieldSource.Cell)
                        || encoding() == ValueEncoding.ORDERED_BYTES
                        || !form.texts().equals(TextForm.DEFAULT));
    }

    /** Whether cells are dates that are read by their digits, so that a zone has a meaning. */
    boolean hasDateText() {
        return type == FieldType.DATE
                && source instanceof FieldSource.Cell
                && (encoding().isText() || datePattern() != null);
    }
}
