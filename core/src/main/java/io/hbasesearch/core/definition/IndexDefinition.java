/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.definition.value.RowKeyDeclaration;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.definition.value.SynonymRules;
import io.hbasesearch.core.model.Bucket;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The definition of an index of a table: one file in {@code config/indexes/}. Its columns are computed once, because every request
 * needs them. Immutable.
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
     * @param rowKey the structure of row keys, if the definition has it
     * @param fields those of the row key first, then in the order of the file
     * @param options settings other than fields and row keys
     * @param hash of everything that affects documents; another hash needs a new physical index
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

    /** Creates a definition without a structure of row keys. */
    public IndexDefinition(
            String name, TableId table, RowKeyFormat rowKeyFormat, List<FieldMapping> fields, String hash) {
        this(name, table, rowKeyFormat, Optional.empty(), fields, IndexOptions.NONE, hash);
    }

    /** Creates a definition without a structure of row keys, and computes its hash. */
    public static IndexDefinition of(String name, TableId table, RowKeyFormat rowKeyFormat, List<FieldMapping> fields) {
        return of(name, table, rowKeyFormat, Optional.empty(), fields, IndexOptions.NONE);
    }

    /** Creates a definition and computes its hash. */
    public static IndexDefinition of(
            String name,
            TableId table,
            RowKeyFormat rowKeyFormat,
            Optional<RowKeyDeclaration> rowKey,
            List<FieldMapping> fields,
            IndexOptions options) {
        String hash = DefinitionHash.of(table, rowKeyFormat, rowKey, fields, options);
        return new IndexDefinition(name, table, rowKeyFormat, rowKey, fields, options, hash);
    }

    /** Returns this definition under another name: the same documents of the same rows. */
    public IndexDefinition called(String other) {
        return new IndexDefinition(other, table, rowKeyFormat, rowKey, fields, options, hash);
    }

    /** Returns this definition with other synonyms: the same documents, found by other queries. */
    public IndexDefinition withSynonyms(SynonymRules synonyms) {
        IndexOptions changed = new IndexOptions(options.where(), options.elasticsearch(), synonyms, options.ranking());
        return new IndexDefinition(name, table, rowKeyFormat, rowKey, fields, changed, hash);
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
     * Returns the columns that a row's own fields need, without cells that are documents, for callers that select those cells
     * themselves. Empty if the fields need no columns.
     */
    public Collection<ColumnName> rowColumns() {
        return needed.single();
    }

    public Optional<FieldMapping> field(String fieldName) {
        return fields.stream().filter(field -> field.name().equals(fieldName)).findFirst();
    }

    /**
     * Returns the time zone of days and local times that a query compares with a field: that of the row key's part, or of the field's
     * cells; UTC if neither has one.
     */
    public ZoneId zone(FieldMapping field) {
        return zones(field).get(0);
    }

    /** Returns the zones of a field, see {@link #zone}: several if variants of the row key have different ones. */
    public List<ZoneId> zones(FieldMapping field) {
        if (rowKey.isPresent() && field.source() instanceof FieldSource.KeyField part) {
            List<ZoneId> zones = rowKey.get().spec().zones(part.name(), field.dateZone());
            return zones.isEmpty() ? List.of(field.dateZone()) : zones;
        }
        return List.of(field.dateZone());
    }

    /** Returns the selection of cells that are documents within the row's document; empty if there is none. */
    public Optional<CellUnit> cells() {
        return needed.cells();
    }

    /** Returns the number of rows of the greatest allowed width that may be in memory together; at least 1. */
    public int rowsTogether() {
        return cells().map(unit -> (int) Math.max(1, MOST_CELLS_TOGETHER / ((long) unit.most() * unit.buckets())))
                .orElse(Integer.MAX_VALUE);
    }

    /** Returns the buckets, one for each document of a row, in the order of their ids. */
    public List<Bucket> buckets() {
        return Bucket.all(cells().map(CellUnit::buckets).orElse(1));
    }

    /**
     * Tells if a document of this index may have this id. If rows have several documents, an id names an existing bucket; otherwise
     * it names none. Any other id belongs to no row, though it may look like one.
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

    /** Returns the ids of a row's documents, in their order. */
    public List<DocumentId> documents(RowKey row) {
        return buckets().stream().map(bucket -> DocumentId.of(row, bucket)).toList();
    }

    /**
     * Returns the columns that the mapping needs, which are all that an indexer reads. If no field needs a column, these are all
     * columns: a row exists if any cell exists, whatever a condition reads.
     */
    public ColumnSelection columns() {
        return needed.all();
    }

    /** Returns {@link #columns()} with the cells of some buckets only. */
    public ColumnSelection columns(Collection<Bucket> wanted) {
        return needed.of(wanted);
    }

    /** Returns a test for the columns that documents are made of. A family that is read for some of its columns has others too. */
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
