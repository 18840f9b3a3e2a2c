/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.definition.value.DateForm;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.OnError;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.definition.value.TextForm;
import io.hbasesearch.core.definition.value.ValueEncoding;
import io.hbasesearch.core.definition.value.ValueForm;
import io.hbasesearch.core.model.ColumnName;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One field of an index and the source of its values.
 *
 * @param analyzers for text fields, in order of preference: the first that the backend has is used
 * @param searchedByDefault true if a query word without a field searches this field
 * @param reversed true if a keyword field has its values reversed too, so that an index finds them by their ends
 * @param weight the factor of this field's part of a row's score
 */
public record FieldMapping(
        String name,
        FieldSource source,
        FieldType type,
        ValueForm form,
        List<String> analyzers,
        boolean searchedByDefault,
        boolean reversed,
        float weight) {
    /** The default analyzers of a text field. */
    public static final List<String> DEFAULT_ANALYZERS = List.of("standard");

    /** The weight of a field that declares none. */
    public static final float DEFAULT_WEIGHT = 1;

    private static final String RAW = "_raw";

    public FieldMapping {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(form, "form");
        analyzers = List.copyOf(analyzers);
    }

    /** Creates a field whose values are not reversed, with the default weight. */
    public FieldMapping(
            String name,
            FieldSource source,
            FieldType type,
            ValueForm form,
            List<String> analyzers,
            boolean searchedByDefault) {
        this(name, source, type, form, analyzers, searchedByDefault, false, DEFAULT_WEIGHT);
    }

    /** Creates a field of a column and type, with defaults for the rest. */
    public static FieldMapping of(String name, ColumnName column, FieldType type) {
        return of(name, new FieldSource.Cell(column), type, type.defaultEncoding());
    }

    /** Creates a keyword field of the row key: text or hexadecimal digits, according to the definition's {@link RowKeyFormat}. */
    public static FieldMapping ofRowKey(String name) {
        return of(name, new FieldSource.WholeKey(), FieldType.KEYWORD, ValueEncoding.UTF8);
    }

    /** Creates a field of a part of the row key, with defaults for the rest. */
    public static FieldMapping ofKeyField(String name, FieldType type) {
        return of(name, new FieldSource.KeyField(name), type, ValueEncoding.UTF8);
    }

    /** Creates a field of cells, with defaults for the rest. A query searches it only by name. */
    public static FieldMapping ofCell(CellUnit unit, String name, CellUnit.Part part, FieldType type) {
        return of(CellUnit.PREFIX + name, new FieldSource.OfCell(unit, part), type, ValueEncoding.UTF8)
                .onlyByName();
    }

    /** Returns the field that keeps a value that cannot be converted: text, or bytes in Base64. */
    public Optional<FieldMapping> raw() {
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

    /** Returns the name of the field that keeps values that cannot be converted. */
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

    /** Returns this field under another name. */
    public FieldMapping named(String other) {
        return new FieldMapping(other, source, type, form, analyzers, searchedByDefault, reversed, weight);
    }

    /** Returns this field, which a query then searches only by name. */
    public FieldMapping onlyByName() {
        return new FieldMapping(name, source, type, form, analyzers, false, reversed, weight);
    }

    /** Returns this text field with other analyzers. */
    public FieldMapping withAnalyzers(List<String> others) {
        return new FieldMapping(name, source, type, form, others, searchedByDefault, reversed, weight);
    }

    /** Returns this field with another encoding of its cells. */
    public FieldMapping withEncoding(ValueEncoding other) {
        return new FieldMapping(
                name, source, type, form.withEncoding(other), analyzers, searchedByDefault, reversed, weight);
    }

    /** Returns this keyword field with its values reversed too. */
    public FieldMapping alsoReversed() {
        return new FieldMapping(name, source, type, form, analyzers, searchedByDefault, true, weight);
    }

    /** Returns a value with its characters in reverse order, as indexes have it for {@link #reversed}. */
    public static String reverse(String value) {
        return new StringBuilder(value).reverse().toString();
    }

    /** Returns this text or keyword field with another weight. */
    public FieldMapping withWeight(float other) {
        return new FieldMapping(name, source, type, form, analyzers, searchedByDefault, reversed, other);
    }

    /** Returns the column that this field reads; empty if it needs none. */
    public Optional<ColumnName> column() {
        if (source instanceof FieldSource.CellTime time) {
            return Optional.of(time.column());
        }
        return source instanceof FieldSource.Cell cell ? Optional.of(cell.column()) : Optional.empty();
    }

    public ValueEncoding encoding() {
        return form.cells().encoding();
    }

    /** Returns the pattern of dates in text, or in numbers that are read as text; null for ISO 8601. */
    public @Nullable String datePattern() {
        return form.dates().pattern();
    }

    public ZoneId dateZone() {
        return form.dates().zone();
    }

    /** Tells if dates may be read by their digits even if the source is not a cell. */
    boolean mayHaveDateText() {
        return type == FieldType.DATE
                && (!(source instanceof FieldSource.Cell)
                        || encoding() == ValueEncoding.ORDERED_BYTES
                        || !form.texts().equals(TextForm.DEFAULT));
    }

    /** Tells if cells are dates that are read by their digits, so that a zone applies. */
    boolean hasDateText() {
        return type == FieldType.DATE
                && source instanceof FieldSource.Cell
                && (encoding().isText() || datePattern() != null);
    }
}
