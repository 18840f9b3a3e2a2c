/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.model.ColumnName;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One field of an index and the column that it comes from.
 *
 * @param column empty if the field holds the row key
 * @param datePattern for text dates, a {@link java.time.format.DateTimeFormatter} pattern; null means ISO 8601
 * @param dateZone where text dates are that name no zone themselves
 * @param analyzers for text fields, in order of preference: the first that the backend has is used
 * @param searchedByDefault whether a query word without a field looks here
 */
public record FieldMapping(
        String name,
        Optional<ColumnName> column,
        FieldType type,
        ValueEncoding encoding,
        @Nullable String datePattern,
        ZoneId dateZone,
        List<String> analyzers,
        boolean searchedByDefault) {
    /** What a text field is analysed with unless its definition says otherwise. */
    public static final List<String> DEFAULT_ANALYZERS = List.of("standard");

    public FieldMapping {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(column, "column");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(encoding, "encoding");
        Objects.requireNonNull(dateZone, "dateZone");
        analyzers = List.copyOf(analyzers);
    }

    /** A field with everything as it is when a definition says no more than column and type. */
    public static FieldMapping of(String name, ColumnName column, FieldType type) {
        return new FieldMapping(
                name,
                Optional.of(column),
                type,
                type.defaultEncoding(),
                null,
                ZoneOffset.UTC,
                type == FieldType.TEXT ? DEFAULT_ANALYZERS : List.of(),
                type.searchedByDefault());
    }

    /** The row key as a keyword field: text or hexadecimal digits, as the definition's {@link RowKeyFormat} says. */
    public static FieldMapping ofRowKey(String name) {
        return new FieldMapping(
                name,
                Optional.empty(),
                FieldType.KEYWORD,
                ValueEncoding.UTF8,
                null,
                ZoneOffset.UTC,
                List.of(),
                FieldType.KEYWORD.searchedByDefault());
    }

    /** The same text field with other analyzers. */
    public FieldMapping withAnalyzers(List<String> others) {
        return new FieldMapping(name, column, type, encoding, datePattern, dateZone, others, searchedByDefault);
    }

    /** The same field, its cells read in another way. */
    public FieldMapping withEncoding(ValueEncoding other) {
        return new FieldMapping(name, column, type, other, datePattern, dateZone, analyzers, searchedByDefault);
    }
}
