/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.extension.Extension;
import io.hbasesearch.core.model.ColumnName;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Where a field has its values from. Immutable. */
public sealed interface FieldSource {
    /**
     * The newest cell of a column, or several of its versions.
     *
     * @param versions how many at most, the newest first
     */
    record Cell(ColumnName column, int versions) implements FieldSource {
        public Cell {
            Objects.requireNonNull(column, "column");
        }

        public Cell(ColumnName column) {
            this(column, 1);
        }

        /** Whether there may be several values. */
        public boolean isMany() {
            return versions > 1;
        }
    }

    /** The whole row key: text or hexadecimal digits, as the definition's {@link RowKeyFormat} says. */
    record WholeKey() implements FieldSource {}

    /**
     * The newest cells of many columns as one object, whose members are called as the columns' qualifiers.
     *
     * @param most how many columns a row may have
     */
    record Columns(QualifierPattern pattern, int most) implements FieldSource {
        public Columns {
            Objects.requireNonNull(pattern, "pattern");
        }
    }

    /** The same text for every row. */
    record Constant(String text) implements FieldSource {
        public Constant {
            Objects.requireNonNull(text, "text");
        }
    }

    /** The timestamp of a column's newest cell, as HBase has it: milliseconds since 1970 unless the writer chose otherwise. */
    record CellTime(ColumnName column) implements FieldSource {
        public CellTime {
            Objects.requireNonNull(column, "column");
        }
    }

    /** The newest timestamp of the cells that the definition maps. */
    record RowTime() implements FieldSource {}

    /**
     * The values of other fields as one text, of which those that a row lacks are left out; or what a function makes of them.
     *
     * @param join what stands between them
     * @param function that makes the value instead
     */
    record Joined(List<String> fields, String join, Optional<Extension> function) implements FieldSource {
        public Joined {
            Objects.requireNonNull(join, "join");
            Objects.requireNonNull(function, "function");
            fields = List.copyOf(fields);
        }

        public Joined(List<String> fields, String join) {
            this(fields, join, Optional.empty());
        }
    }

    /** What another field's value would be made of, where it cannot be. */
    record RawOf(String field) implements FieldSource {
        public RawOf {
            Objects.requireNonNull(field, "field");
        }
    }

    /**
     * Something of each of many cells, which are documents within the row's.
     *
     * @param unit which cells
     */
    record OfCell(CellUnit unit, CellUnit.Part part) implements FieldSource {
        public OfCell {
            Objects.requireNonNull(unit, "unit");
            Objects.requireNonNull(part, "part");
        }
    }

    /**
     * A field that the row key holds by its {@link RowKeyDeclaration}.
     *
     * @param name as the specification has it; with a dot for one tag of several
     */
    record KeyField(String name) implements FieldSource {
        public KeyField {
            Objects.requireNonNull(name, "name");
        }
    }
}
