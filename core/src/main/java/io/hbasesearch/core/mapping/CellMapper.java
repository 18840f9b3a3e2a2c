/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.definition.CellUnit;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.OnError;
import io.hbasesearch.core.definition.value.RowKeyDeclaration;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.DecodedKey;
import io.hbasesearch.core.rowkey.UndecodableKeys;
import io.hbasesearch.core.rowkey.value.KeyValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Maps a row's cells to the documents within the row's document, in the order of columns. Immutable. */
final class CellMapper {
    private final CellUnit unit;
    private final int mostOfFamily;
    private final List<Plan> plans;

    /** @param mostOfFamily maximum number of columns read of a family; if that many were read, the family may have more */
    private CellMapper(CellUnit unit, int mostOfFamily, List<Plan> plans) {
        this.unit = unit;
        this.mostOfFamily = mostOfFamily;
        this.plans = plans;
    }

    /** Creates a mapper; empty if the definition's unit is the row. */
    static Optional<CellMapper> of(IndexDefinition definition) {
        return definition
                .cells()
                .map(unit -> new CellMapper(
                        unit,
                        definition.columns().mostOfFamily(),
                        definition.fields().stream()
                                .filter(field -> field.source() instanceof FieldSource.OfCell)
                                .map(Plan::new)
                                .toList()));
    }

    /** One field of a cell. */
    private static final class Plan {
        private final FieldMapping field;
        private final String name;
        private final CellUnit.Part part;
        private final Optional<CellValue> value;
        private final TextWork texts;
        private final ValueConverter converter;

        Plan(FieldMapping field) {
            this.field = field;
            this.name = field.name().substring(CellUnit.PREFIX.length());
            this.part = ((FieldSource.OfCell) field.source()).part();
            this.value = part instanceof CellUnit.Value ? Optional.of(new CellValue(field)) : Optional.empty();
            this.texts = new TextWork(field.form().texts());
            this.converter = new ValueConverter(field.type(), field.form().dates());
        }

        void addTo(Map<String, Object> document, Cell cell, Map<String, KeyValue> parts, ParsedJson parsed) {
            try {
                Object raw = raw(cell, parts, parsed);
                Object text = raw == null ? null : texts.apply(raw);
                Object value = text == null ? null : converter.convertAll(text);
                if (value != null) {
                    document.put(name, value);
                }
            } catch (UndecodableValueException e) {
                // Writers may choose any number as the timestamp. If it is not a valid date, the cell is indexed
                // without it.
                boolean skipped =
                        part instanceof CellUnit.Timestamp || field.form().onError() == OnError.SKIP_FIELD;
                if (!skipped) {
                    throw new UnmappableRowException(
                            "column " + cell.column() + " " + e.getMessage() + " (field " + field.name() + ")");
                }
            }
        }

        private @Nullable Object raw(Cell cell, Map<String, KeyValue> parts, ParsedJson parsed)
                throws UndecodableValueException {
            if (part instanceof CellUnit.Value of) {
                boolean isIts = of.columns()
                        .map(pattern -> pattern.includes(cell.column()))
                        .orElse(true);
                return isIts ? value.orElseThrow().of(cell, parsed) : null;
            }
            if (part instanceof CellUnit.QualifierPart of) {
                KeyValue named = parts.get(of.name());
                return named == null ? null : RowKeyMapper.raw(named);
            }
            if (part instanceof CellUnit.Timestamp) {
                return cell.timestamp();
            }
            return part instanceof CellUnit.Family ? cell.column().family() : qualifier(cell.column());
        }
    }

    private static String qualifier(ColumnName column) {
        return column.toString().substring(column.family().length() + 1);
    }

    /** @throws UnmappableRowException if there are too many cells, or one does not fit the definition */
    List<Map<String, Object>> of(Row row) {
        requireWhole(row);
        // With several documents per row, a whole row is read for display only and is not a document.
        int most = unit.isDivided() && row.bucket().isOnly() ? Integer.MAX_VALUE : unit.most();
        List<Map<String, Object>> cells = new ArrayList<>();
        int read = 0;
        for (Cell cell : row.cells()) {
            if (isIn(row, cell.column())) {
                read++;
                Map<String, Object> document = of(cell);
                if (document != null) {
                    cells.add(document);
                }
            }
            // A bucket is read only up to the limit, so skipped cells count as well: more cells may follow.
            if ((unit.isDivided() ? read : cells.size()) > most) {
                throw new UnmappableRowException((unit.isDivided() ? "a bucket of the row" : "the row")
                        + " has more than " + unit.most() + " cells (cells.maxCells in the index definition)");
            }
        }
        return cells;
    }

    /**
     * Tells if a column is a cell of the row's bucket. A column that a field of the row needs is in all buckets, but is a cell of its
     * own bucket only.
     */
    private boolean isIn(Row row, ColumnName column) {
        return unit.includes(column)
                && (row.bucket().isOnly() || unit.bucket(column).equals(row.bucket()));
    }

    /** Checks that no family was read only in part, because its other cells are unknown. */
    private void requireWhole(Row row) {
        if (!unit.isDivided()) {
            unit.families().forEach(family -> requireWhole(row, family));
        }
    }

    /** Checks that a column is missing from the row if it is missing from the cells that were read.
     *
     * @throws UnmappableRowException if the column may follow those that were read
     */
    void requireTold(Row row, ColumnName column) {
        boolean isUntold = !unit.isDivided()
                && unit.families().contains(column.family())
                && row.cell(column).isEmpty()
                && !isReadBehind(row, column);
        if (isUntold) {
            requireWhole(row, column.family());
        }
    }

    /** Tells if a cell after the column was read. Cells are ordered, so in that case a missing column does not exist. */
    private static boolean isReadBehind(Row row, ColumnName column) {
        return row.cells().stream()
                .map(Cell::column)
                .anyMatch(read -> read.family().equals(column.family())
                        && read.qualifier().compareTo(column.qualifier()) > 0);
    }

    private void requireWhole(Row row, String family) {
        long read = row.cells().stream()
                .filter(cell -> cell.column().family().equals(family))
                .count();
        if (read >= mostOfFamily) {
            throw new UnmappableRowException("the row has more than " + (mostOfFamily - 1) + " columns in family "
                    + family + ", the most that are accepted for a limit of " + unit.most()
                    + " cells (cells.maxCells in the index definition)");
        }
    }

    /** @return null if the definition excludes the cell */
    private @Nullable Map<String, Object> of(Cell cell) {
        Map<String, KeyValue> parts = parts(cell.column());
        if (parts == null) {
            return null;
        }
        Map<String, Object> document = new LinkedHashMap<>();
        // Per cell, not per row: a row may have a hundred thousand cells.
        ParsedJson parsed = new ParsedJson();
        plans.forEach(plan -> plan.addTo(document, cell, parts, parsed));
        return document;
    }

    private @Nullable Map<String, KeyValue> parts(ColumnName column) {
        if (unit.qualifier().isEmpty()) {
            return Map.of();
        }
        RowKeyDeclaration declared = unit.qualifier().get();
        String reason = "it is empty";
        int length = column.qualifier().length();
        if (length > 0 && length <= RowKey.MAX_LENGTH) {
            DecodedKey decoded = declared.spec().decode(new RowKey(column.qualifier()));
            if (decoded instanceof DecodedKey.Readable readable) {
                return readable.values();
            }
            reason = ((DecodedKey.Unreadable) decoded).reason();
        }
        UndecodableKeys then = declared.spec().undecodable();
        return switch (then) {
            case RAW -> Map.of();
            case SKIP -> null;
            case DEAD_LETTER ->
                throw new UnmappableRowException("column " + column + ": the qualifier does not fit its specification: "
                        + reason + " (cells.qualifier in the index definition)");
        };
    }
}
