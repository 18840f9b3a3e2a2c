/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.model.Bucket;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What an index holds of a table: one file in {@code config/indexes/}. Its columns are found out once, as every request asks for
 * them. Immutable.
 */
public final class IndexDefinition {
    private static final int MOST_CELLS_TOGETHER = 200_000;

    private final String name;
    private final TableId table;
    private final RowKeyFormat rowKeyFormat;
    private final Optional<RowKeyDeclaration> rowKey;
    private final List<FieldMapping> fields;
    private final IndexOptions options;
    private final String hash;
    private final NeededColumns needed;

    /**
     * @param name lower-case letters, digits, {@code -} and {@code _}; begins with a letter
     * @param rowKey how row keys are made, if the definition says so
     * @param fields those of the row key first, then in the order of the file
     * @param options what it says beside fields and row keys
     * @param hash of everything that changes documents; a changed one needs a new physical index
     */
    public IndexDefinition(
            String name,
            TableId table,
            RowKeyFormat rowKeyFormat,
            Optional<RowKeyDeclaration> rowKey,
            List<FieldMapping> fields,
            IndexOptions options,
            String hash) {
        this.name = Objects.requireNonNull(name, "name");
        this.table = Objects.requireNonNull(table, "table");
        this.rowKeyFormat = Objects.requireNonNull(rowKeyFormat, "rowKeyFormat");
        this.rowKey = Objects.requireNonNull(rowKey, "rowKey");
        this.fields = List.copyOf(fields);
        this.options = Objects.requireNonNull(options, "options");
        this.hash = Objects.requireNonNull(hash, "hash");
        this.needed = new NeededColumns(this.fields, options);
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

    public String name() {
        return name;
    }

    public TableId table() {
        return table;
    }

    public RowKeyFormat rowKeyFormat() {
        return rowKeyFormat;
    }

    public Optional<RowKeyDeclaration> rowKey() {
        return rowKey;
    }

    public List<FieldMapping> fields() {
        return fields;
    }

    public IndexOptions options() {
        return options;
    }

    public String hash() {
        return hash;
    }

    /**
     * The columns that a row's own fields need, and no cell that is a document: for who knows which of those to read besides. Empty
     * if they need none.
     */
    public Collection<ColumnName> rowColumns() {
        return needed.single();
    }

    public Optional<FieldMapping> field(String fieldName) {
        return fields.stream().filter(field -> field.name().equals(fieldName)).findFirst();
    }

    /** Which cells of a row are documents within the row's; empty if none are. */
    public Optional<CellUnit> cells() {
        return needed.cells();
    }

    /** How many rows may be held in memory together, be they as wide as they may be; at least 1. */
    public int rowsTogether() {
        return cells().map(unit -> (int) Math.max(1, MOST_CELLS_TOGETHER / ((long) unit.most() * unit.buckets())))
                .orElse(Integer.MAX_VALUE);
    }

    /** The documents that each row has, in the order of their ids. */
    public List<Bucket> buckets() {
        return Bucket.all(cells().map(CellUnit::buckets).orElse(1));
    }

    /**
     * Whether a document of this index may have this id: where rows are not divided none names a bucket, where they are each names one
     * that there is. Another one is nobody's, though it may look as if it were a row's.
     */
    public boolean isOwn(DocumentId id) {
        try {
            Bucket bucket = id.bucket();
            int parts = cells().map(CellUnit::buckets).orElse(1);
            return parts == 1 ? bucket.isOnly() : !bucket.isOnly() && bucket.number() < parts;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** The ids of a row's documents, in their order. */
    public List<DocumentId> documents(RowKey row) {
        return buckets().stream().map(bucket -> DocumentId.of(row, bucket)).toList();
    }

    /**
     * The columns that the mapping needs: all that an indexer reads. Everything, if no field needs any: a row is there if any cell
     * is, whatever a condition looks at.
     */
    public ColumnSelection columns() {
        return needed.all();
    }

    /** As {@link #columns()}, but of the cells that are documents only those of some buckets. */
    public ColumnSelection columns(Collection<Bucket> wanted) {
        return needed.of(wanted);
    }

    /** Tells the columns that documents are made of: a family that is read for some of its columns has others, too. */
    public Predicate<ColumnName> mapped() {
        return needed::isMapped;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IndexDefinition that && parts().equals(that.parts());
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, table, hash);
    }

    private List<Object> parts() {
        return List.of(name, table, rowKeyFormat, rowKey, fields, options, hash);
    }

    @Override
    public String toString() {
        return "IndexDefinition" + parts();
    }
}
