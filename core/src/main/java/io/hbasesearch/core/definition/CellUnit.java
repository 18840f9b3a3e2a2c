/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.model.Bucket;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import io.hbasesearch.core.yaml.YamlText;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which cells of a row are documents within the row's document. There is one versioned document for each row all the same, or a
 * fixed number of them: what an event announces and what a row's deletion removes are ids that everybody knows.
 *
 * @param columns patterns, of which one at least must include a cell's column
 * @param most how many such cells a row may have, or a bucket of it
 * @param buckets how many documents a row has, each with the cells whose columns' hash chooses it
 * @param qualifier how qualifiers are made, if the definition says so
 */
public record CellUnit(List<QualifierPattern> columns, int most, int buckets, Optional<RowKeyDeclaration> qualifier) {
    /** The field of documents that holds the cells, as a list of objects. */
    public static final String FIELD = "cell";

    /** What the names of cells' fields begin with, as queries have them. */
    public static final String PREFIX = FIELD + ".";

    public static final String FAMILY = "family";
    public static final String QUALIFIER = "qualifier";
    public static final String TIMESTAMP = "timestamp";

    private static final int FNV_OFFSET = 0x811c9dc5;
    private static final int FNV_PRIME = 0x01000193;

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

    /** Whether a row has several documents. */
    public boolean isDivided() {
        return buckets > 1;
    }

    /** Where a column's cell belongs. Never changes: ids are made of it. */
    public Bucket bucket(ColumnName column) {
        return isDivided() ? Bucket.of(Math.floorMod(hash(column), buckets)) : Bucket.ONLY;
    }

    /** FNV-1a, whose last bits are mixed with the others; no part of it may change, as ids are made of it. */
    private static int hash(ColumnName column) {
        int hash = fnv(FNV_OFFSET, column.family().getBytes(StandardCharsets.UTF_8));
        hash = fnv(hash, column.qualifier().unsafeBytes());
        hash = (hash ^ (hash >>> 16)) * 0x85ebca6b;
        hash = (hash ^ (hash >>> 13)) * 0xc2b2ae35;
        return hash ^ (hash >>> 16);
    }

    /** With a byte behind, so that family and qualifier do not run into one another. */
    private static int fnv(int before, byte[] bytes) {
        int hash = before;
        for (byte b : bytes) {
            hash = (hash ^ (b & 0xff)) * FNV_PRIME;
        }
        return hash * FNV_PRIME;
    }

    /**
     * Of rows with any number of cells, what a row's documents can be made of: of each wanted bucket so many cells that it can be told
     * that they are too many, and the row's own columns.
     */
    ColumnSelection.CellFilter keeping(Set<ColumnName> ofRow, Collection<Bucket> wanted) {
        boolean[] isWanted = new boolean[buckets];
        wanted.forEach(bucket -> isWanted[bucket.number()] = true);
        return () -> {
            int[] kept = new int[buckets];
            ColumnName[] last = new ColumnName[1];
            return column -> {
                if (ofRow.contains(column)) {
                    return true;
                }
                if (column.equals(last[0])) {
                    // An older version, which only the row's own fields may need.
                    return false;
                }
                last[0] = column;
                int bucket = bucket(column).number();
                return includes(column) && isWanted[bucket] && kept[bucket]++ <= most;
            };
        };
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
        if (isDivided()) {
            settings.put(CellSettings.BUCKETS.key(), Integer.toString(buckets));
        }
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
