/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.definition.value.QualifierPattern;
import io.hbasesearch.core.definition.value.RowKeyDeclaration;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.extension.Extension;
import io.hbasesearch.core.model.ColumnName;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The source of a field's values. Immutable. */
public sealed interface FieldSource {
    /**
     * The newest cell of a column, or several of its versions.
     *
     * @param versions the most versions, the newest first
     */
    record Cell(ColumnName column, int versions) implements FieldSource {
        public Cell {
            Objects.requireNonNull(column, "column");
        }

        public Cell(ColumnName column) {
            this(column, 1);
        }

        /** Tells if there may be several values. */
        public boolean isMany() {
            return versions > 1;
        }
    }

    /** The whole row key: text or hexadecimal digits, according to the definition's {@link RowKeyFormat}. */
    record WholeKey() implements FieldSource {}

    /**
     * The newest cells of many columns as one object, whose members are named after the columns' qualifiers.
     *
     * @param most the most columns of a row
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

    /** The timestamp of a column's newest cell in HBase: milliseconds since 1970 unless the writer chose another unit. */
    record CellTime(ColumnName column) implements FieldSource {
        public CellTime {
            Objects.requireNonNull(column, "column");
        }
    }

    /** The newest timestamp of the cells that the definition maps. */
    record RowTime() implements FieldSource {}

    /**
     * The values of other fields, joined to one text or passed to a function. Values that a row lacks are left out of the text.
     *
     * @param join the text between them
     * @param function that computes the value instead
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

    /** The raw value of another field, if that field's value cannot be converted. */
    record RawOf(String field) implements FieldSource {
        public RawOf {
            Objects.requireNonNull(field, "field");
        }
    }

    /**
     * A part of each cell that is a document within the row's document.
     *
     * @param unit the selection of cells
     */
    record OfCell(CellUnit unit, CellUnit.Part part) implements FieldSource {
        public OfCell {
            Objects.requireNonNull(unit, "unit");
            Objects.requireNonNull(part, "part");
        }
    }

    /**
     * A field of the row key, according to its {@link RowKeyDeclaration}.
     *
     * @param name in the specification; with a dot for a single tag
     */
    record KeyField(String name) implements FieldSource {
        public KeyField {
            Objects.requireNonNull(name, "name");
        }
    }
}
