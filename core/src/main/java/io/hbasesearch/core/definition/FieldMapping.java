/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.model.ColumnName;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One field of an index and the column that it comes from.
 *
 * @param column empty if the field holds the row key
 * @param datePattern for text dates, a {@link java.time.format.DateTimeFormatter} pattern
 * @param analyzers for text fields, in order of preference: the first that the backend has is used
 * @param searchedByDefault whether a query word without a field looks here
 */
public record FieldMapping(
        String name,
        Optional<ColumnName> column,
        FieldType type,
        ValueEncoding encoding,
        @Nullable String datePattern,
        List<String> analyzers,
        boolean searchedByDefault) {
    public FieldMapping {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(column, "column");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(encoding, "encoding");
        analyzers = List.copyOf(analyzers);
    }
}
