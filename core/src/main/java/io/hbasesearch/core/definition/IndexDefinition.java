/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What an index holds of a table: one file in {@code config/indexes/}.
 *
 * @param name lower-case letters, digits, {@code -} and {@code _}; begins with a letter
 * @param rowKey how row keys are made, if the definition says so
 * @param fields those of the row key first, then in the order of the file
 * @param options what it says beside fields and row keys
 * @param hash of everything that changes documents; a changed one needs a new physical index
 */
public record IndexDefinition(
        String name,
        TableId table,
        RowKeyFormat rowKeyFormat,
        Optional<RowKeyDeclaration> rowKey,
        List<FieldMapping> fields,
        IndexOptions options,
        String hash) {
    public IndexDefinition {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(table, "table");
        Objects.requireNonNull(rowKeyFormat, "rowKeyFormat");
        Objects.requireNonNull(rowKey, "rowKey");
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(hash, "hash");
        fields = List.copyOf(fields);
    }

    /** A definition that says nothing of how row keys are made. */
    public IndexDefinition(
            String name, TableId table, RowKeyFormat rowKeyFormat, List<FieldMapping> fields, String hash) {
        this(name, table, rowKeyFormat, Optional.empty(), fields, IndexOptions.NONE, hash);
    }

    /** A definition that says nothing of how row keys are made, with its hash. */
    public static IndexDefinition of(String name, TableId table, RowKeyFormat rowKeyFormat, List<FieldMapping> fields) {
        return of(name, table, rowKeyFormat, Optional.empty(), fields, IndexOptions.NONE);
    }

    /** A definition with its hash. */
    static IndexDefinition of(
            String name,
            TableId table,
            RowKeyFormat rowKeyFormat,
            Optional<RowKeyDeclaration> rowKey,
            List<FieldMapping> fields,
            IndexOptions options) {
        String hash = DefinitionHash.of(table, rowKeyFormat, rowKey, fields, options);
        return new IndexDefinition(name, table, rowKeyFormat, rowKey, fields, options, hash);
    }

    /** The same of another name: the same documents of the same rows. */
    public IndexDefinition called(String other) {
        return new IndexDefinition(other, table, rowKeyFormat, rowKey, fields, options, hash);
    }

    public Optional<FieldMapping> field(String fieldName) {
        return fields.stream().filter(field -> field.name().equals(fieldName)).findFirst();
    }

    /**
     * The columns that the mapping needs: all that an indexer reads. Everything, if no field needs any: a row is there if any cell
     * is, whatever a condition looks at.
     */
    public ColumnSelection columns() {
        List<ColumnName> single = new ArrayList<>(fields.stream()
                .map(FieldMapping::column)
                .flatMap(Optional<ColumnName>::stream)
                .toList());
        List<String> families = fields.stream()
                .map(FieldMapping::source)
                .filter(FieldSource.Columns.class::isInstance)
                .map(source -> ((FieldSource.Columns) source).pattern().family())
                .toList();
        if (single.isEmpty() && families.isEmpty()) {
            return ColumnSelection.everything();
        }
        options.where().forEach(condition -> condition.column().ifPresent(single::add));
        return ColumnSelection.of(single, families);
    }
}
