/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import io.hbasesearch.core.yaml.YamlText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which cells of a row are documents within the row's document. There is one versioned document for each row all the same: what an
 * event announces and what a row's deletion removes stays one id.
 *
 * @param columns patterns, of which one at least must include a cell's column
 * @param most how many such cells a row may have
 * @param qualifier how qualifiers are made, if the definition says so
 */
public record CellUnit(List<QualifierPattern> columns, int most, Optional<RowKeyDeclaration> qualifier) {
    /** The field of documents that holds the cells, as a list of objects. */
    public static final String FIELD = "cell";

    /** What the names of cells' fields begin with, as queries have them. */
    public static final String PREFIX = FIELD + ".";

    public static final String FAMILY = "family";
    public static final String QUALIFIER = "qualifier";
    public static final String TIMESTAMP = "timestamp";

    /** What of a cell a field holds. */
    public sealed interface Part {
        /** Different for different parts. */
        String text();
    }

    public record Family() implements Part {
        @Override
        public String text() {
            return FAMILY;
        }
    }

    /** As {@link ColumnName#toString} writes it. */
    public record Qualifier() implements Part {
        @Override
        public String text() {
            return QUALIFIER;
        }
    }

    public record Timestamp() implements Part {
        @Override
        public String text() {
            return TIMESTAMP;
        }
    }

    /** @param name as the qualifiers' specification has it */
    public record QualifierPart(String name) implements Part {
        public QualifierPart {
            Objects.requireNonNull(name, "name");
        }

        @Override
        public String text() {
            return "part " + name;
        }
    }

    /** @param columns whose values these are; all that are indexed, if empty */
    public record Value(Optional<QualifierPattern> columns) implements Part {
        public Value {
            Objects.requireNonNull(columns, "columns");
        }

        @Override
        public String text() {
            return "value" + columns.map(pattern -> " " + pattern).orElse("");
        }
    }

    public CellUnit {
        columns = List.copyOf(columns);
        Objects.requireNonNull(qualifier, "qualifier");
    }

    /** The column that one of the objects in {@link #FIELD} stands for; an empty qualifier may be absent. */
    public static ColumnName column(Object family, @Nullable Object qualifier) {
        return ColumnName.parse(family + ":" + (qualifier == null ? "" : qualifier));
    }

    public boolean includes(ColumnName column) {
        return columns.stream().anyMatch(pattern -> pattern.includes(column));
    }

    public List<String> families() {
        return columns.stream().map(QualifierPattern::family).distinct().toList();
    }

    /** As settings in YAML. */
    Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put(
                CellSettings.COLUMNS.key(),
                YamlText.list(columns.stream()
                        .map(pattern -> YamlText.quote(pattern.toString()))
                        .toList()));
        settings.put(CellSettings.MOST.key(), Integer.toString(most));
        qualifier.ifPresent(declared -> {
            Map<String, String> inner = new LinkedHashMap<>();
            inner.put(DefinitionSettings.SPEC.key(), declared.text());
            inner.put(CellSettings.UNDECODABLE.key(), YamlText.quote(RowKeySpecReader.name(declared.undecodable())));
            settings.put(DefinitionSettings.CELL_QUALIFIER.key(), YamlText.mapping(inner));
        });
        return settings;
    }

    /** Of all that makes it differ from another one. */
    String text() {
        return YamlText.mapping(settings());
    }
}
