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
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

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
    private static final int MOST_CELLS_TOGETHER = 200_000;

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

    /**
     * The columns that a row's own fields need, and no cell that is a document: for who knows which of those to read besides. Empty
     * if they need none.
     */
    public Collection<ColumnName> rowColumns() {
        return Stream.concat(
                        fields.stream().map(FieldMapping::column).flatMap(Optional<ColumnName>::stream),
                        conditionColumns().stream())
                .distinct()
                .toList();
    }

    public Optional<FieldMapping> field(String fieldName) {
        return fields.stream().filter(field -> field.name().equals(fieldName)).findFirst();
    }

    /** Which cells of a row are documents within the row's; empty if none are. */
    public Optional<CellUnit> cells() {
        return fields.stream()
                .map(FieldMapping::source)
                .filter(FieldSource.OfCell.class::isInstance)
                .map(source -> ((FieldSource.OfCell) source).unit())
                .findFirst();
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
        return columns(buckets());
    }

    /** As {@link #columns()}, but of the cells that are documents only those of some buckets. */
    public ColumnSelection columns(Collection<Bucket> wanted) {
        ColumnSelection all = allColumns();
        return cells().filter(CellUnit::isDivided)
                .map(unit -> all.keeping(unit.keeping(Set.copyOf(rowColumns()), wanted)))
                .orElse(all);
    }

    private ColumnSelection allColumns() {
        Collection<ColumnName> single = rowColumns();
        List<FieldSource.Columns> objects = objects();
        Stream<String> ofObjects =
                objects.stream().map(object -> object.pattern().family());
        Stream<String> ofCells = cells().stream().flatMap(unit -> unit.families().stream());
        List<String> families = Stream.concat(ofObjects, ofCells).distinct().toList();
        if (families.isEmpty()
                && fields.stream().noneMatch(field -> field.column().isPresent())) {
            return anyColumn(single);
        }
        int versions = fields.stream()
                .map(FieldMapping::source)
                .filter(FieldSource.Cell.class::isInstance)
                .mapToInt(source -> ((FieldSource.Cell) source).versions())
                .max()
                .orElse(1);
        ColumnSelection columns = ColumnSelection.of(single, families).withVersions(versions);
        if (!objects.isEmpty()) {
            return columns.atMost(ObjectColumns.most(single, objects))
                    .keeping(ObjectColumns.keeping(Set.copyOf(single), objects));
        }
        // One more than there may be tells that there are too many.
        return cells().filter(unit -> !unit.isDivided())
                .map(unit -> columns.atMost(unit.most() + single.size() + 1))
                .orElse(columns);
    }

    private ColumnSelection anyColumn(Collection<ColumnName> ofConditions) {
        boolean needsTime = fields.stream().anyMatch(field -> field.source() instanceof FieldSource.RowTime);
        return ColumnSelection.everything().keeping(new AnyCell(Set.copyOf(ofConditions), needsTime));
    }

    /** Tells the columns that documents are made of: a family that is read for some of its columns has others, too. */
    public Predicate<ColumnName> mapped() {
        if (columns().families().isEmpty()) {
            return column -> true;
        }
        Set<ColumnName> single = Set.copyOf(rowColumns());
        List<FieldSource.Columns> objects = objects();
        Optional<CellUnit> unit = cells();
        return column -> single.contains(column)
                || objects.stream()
                        .anyMatch(object -> !object.pattern().name(column).isEmpty())
                || unit.filter(cells -> cells.includes(column)).isPresent();
    }

    private List<FieldSource.Columns> objects() {
        return fields.stream()
                .map(FieldMapping::source)
                .filter(FieldSource.Columns.class::isInstance)
                .map(FieldSource.Columns.class::cast)
                .toList();
    }

    private List<ColumnName> conditionColumns() {
        return options.where().stream()
                .flatMap(condition -> condition.column().stream())
                .toList();
    }
}
