/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.definition.CellUnit;
import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Maps a row to its document according to an index definition. It is a pure function of the row, which makes an index verifiable.
 * Immutable, safe for use by several threads.
 */
public final class RowMapper {
    private static final String LEFT_OUT =
            "the row key does not fit its specification, and the definition leaves such rows"
                    + " out (rowKey.spec in the index definition)";

    private static final String NO_CELLS =
            "the row has none of the cells that are found (cells in the index definition)";
    private static final String FILTERED_OUT = "the row is not what the definition's conditions ask for (where)";

    private final RowKeyMapper rowKey;
    private final RowConditions conditions;
    private final List<FieldPlan> fields;
    private final Optional<CellMapper> cells;

    /** @throws IllegalArgumentException if a field's type and encoding are incompatible, which a definition from a file never has */
    public RowMapper(IndexDefinition definition) {
        rowKey = new RowKeyMapper(definition);
        cells = CellMapper.of(definition);
        conditions = new RowConditions(definition, cells);
        Predicate<ColumnName> mapped = definition.mapped();
        fields = definition.fields().stream()
                .filter(field -> !(field.source() instanceof FieldSource.RawOf)
                        && !(field.source() instanceof FieldSource.OfCell))
                .map(field -> new FieldPlan(field, mapped))
                .sorted(Comparator.comparing(FieldPlan::isJoined))
                .toList();
    }

    /**
     * @param row not empty: a deleted row has no document
     * @throws UnmappableRowException if the row key or a cell does not fit the definition
     */
    public RowOutcome outcome(Row row) {
        RowValues values = rowKey.read(row);
        if (values == null) {
            return new RowOutcome.LeftOut(LEFT_OUT);
        }
        requireCells(row);
        if (!conditions.admit(values)) {
            return new RowOutcome.LeftOut(FILTERED_OUT);
        }
        Map<String, Object> document = new LinkedHashMap<>();
        for (FieldPlan field : fields) {
            field.addTo(document, values);
        }
        if (cells.isPresent()) {
            List<Map<String, Object>> found = cells.get().of(row);
            if (found.isEmpty()) {
                return new RowOutcome.LeftOut(NO_CELLS);
            }
            document.put(CellUnit.FIELD, found);
        }
        return new RowOutcome.Indexed(new Document(document));
    }

    /**
     * Tells if the definition excludes the row. Returns false for a row that cannot be mapped.
     *
     * @param row with at least the mapped cells, and possibly others
     */
    public boolean leavesOut(Row row) {
        try {
            RowValues values = rowKey.read(row);
            return values == null || (row.excess().isEmpty() && !conditions.admit(values));
        } catch (UnmappableRowException e) {
            return false;
        }
    }

    private static void requireCells(Row row) {
        if (row.excess().isPresent()) {
            Row.Excess excess = row.excess().get();
            throw new UnmappableRowException("the row has " + excess.bytes() + " bytes or more, and may have "
                    + excess.most() + " (indexer.maxRowBytes in the configuration)");
        }
    }

    /**
     * Maps a row for callers that do not handle excluded rows.
     *
     * @throws UnmappableRowException also if the definition excludes the row
     */
    public Document map(Row row) {
        RowOutcome outcome = outcome(row);
        if (outcome instanceof RowOutcome.Indexed indexed) {
            return indexed.document();
        }
        throw new UnmappableRowException(((RowOutcome.LeftOut) outcome).reason());
    }

    /** The reason of one field for which a row cannot be mapped.
     *
     * @param field empty for the row key, which is checked even if no field holds it
     * @param message names column and field, never the value
     */
    public record Rejection(String field, String message) {}

    /** Returns all reasons for which a row cannot be mapped; empty if {@link #outcome} succeeds. */
    public List<Rejection> rejections(Row row) {
        List<Rejection> rejections = new ArrayList<>();
        RowValues values = null;
        try {
            values = rowKey.read(row);
            if (values == null) {
                return List.of();
            }
            requireCells(row);
            if (isFilteredOut(values)) {
                return List.of();
            }
        } catch (UnmappableRowException e) {
            rejections.add(new Rejection("", String.valueOf(e.getMessage())));
            if (row.excess().isPresent()) {
                return List.copyOf(rejections);
            }
        }
        RowValues known = values == null ? new RowValues(row, "", Map.of()) : values;
        Map<String, Object> document = new LinkedHashMap<>();
        List<FieldPlan> all = new ArrayList<>(fields);
        all.addAll(conditions.columns());
        for (FieldPlan field : all) {
            try {
                field.addTo(document, known);
            } catch (UnmappableRowException e) {
                rejections.add(new Rejection(field.isWholeKey() ? "" : field.name(), String.valueOf(e.getMessage())));
            }
        }
        try {
            cells.ifPresent(mapper -> mapper.of(row));
        } catch (UnmappableRowException e) {
            rejections.add(new Rejection(CellUnit.FIELD, String.valueOf(e.getMessage())));
        }
        return List.copyOf(rejections);
    }

    private boolean isFilteredOut(RowValues values) {
        try {
            return !conditions.admit(values);
        } catch (UnmappableRowException e) {
            return false;
        }
    }
}
