/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.definition.settings.CellSettings;
import io.hbasesearch.core.definition.settings.DefinitionSettings;
import io.hbasesearch.core.definition.value.QualifierPattern;
import io.hbasesearch.core.definition.value.RowKeyDeclaration;
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
 * Selects the cells of a row that are documents within the row's document. Each row still has one versioned document, or a fixed
 * number of them, so the ids that an event announces and that a row's deletion removes are known in advance.
 *
 * @param columns patterns; at least one of them must include a cell's column
 * @param most the most of these cells in a row, or in a bucket of it
 * @param buckets the number of a row's documents; the hash of a cell's column chooses its document
 * @param qualifier the structure of qualifiers, if the definition has one
 */
public record CellUnit(List<QualifierPattern> columns, int most, int buckets, Optional<RowKeyDeclaration> qualifier) {
    /** The document field with the cells, a list of objects. */
    public static final String FIELD = "cell";

    /** The prefix of cells' fields in queries. */
    public static final String PREFIX = FIELD + ".";

    public static final String FAMILY = "family";
    public static final String QUALIFIER = "qualifier";
    public static final String TIMESTAMP = "timestamp";

    private static final int FNV_OFFSET = 0x811c9dc5;
    private static final int FNV_PRIME = 0x01000193;

    /** The part of a cell that a field holds. */
    public sealed interface Part {
        /** A text that is unique to the part. */
        String text();
    }

    public record Family() implements Part {
        @Override
        public String text() {
            return FAMILY;
        }
    }

    /** The qualifier, as {@link ColumnName#toString} writes it. */
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

    /** @param name in the specification of qualifiers */
    public record QualifierPart(String name) implements Part {
        public QualifierPart {
            Objects.requireNonNull(name, "name");
        }

        @Override
        public String text() {
            return "part " + name;
        }
    }

    /** @param columns of the values; empty for all indexed columns */
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

    /** Returns the column of an object in {@link #FIELD}. An empty qualifier may be absent. */
    public static ColumnName column(Object family, @Nullable Object qualifier) {
        return ColumnName.parse(family + ":" + (qualifier == null ? "" : qualifier));
    }

    public boolean includes(ColumnName column) {
        return columns.stream().anyMatch(pattern -> pattern.includes(column));
    }

    public List<String> families() {
        return columns.stream().map(QualifierPattern::family).distinct().toList();
    }

    /** Tells if a row has several documents. */
    public boolean isDivided() {
        return buckets > 1;
    }

    /** Returns the bucket of a column's cell. It must never change, because ids include it. */
    public Bucket bucket(ColumnName column) {
        return isDivided() ? Bucket.of(Math.floorMod(hash(column), buckets)) : Bucket.ONLY;
    }

    /** Computes FNV-1a with its last bits mixed into the others. It must never change, because ids depend on it. */
    private static int hash(ColumnName column) {
        int hash = fnv(FNV_OFFSET, column.family().getBytes(StandardCharsets.UTF_8));
        hash = fnv(hash, column.qualifier().unsafeBytes());
        hash = (hash ^ (hash >>> 16)) * 0x85ebca6b;
        hash = (hash ^ (hash >>> 13)) * 0xc2b2ae35;
        return hash ^ (hash >>> 16);
    }

    /** Hashes the bytes and a trailing byte, which separates family and qualifier. */
    private static int fnv(int before, byte[] bytes) {
        int hash = before;
        for (byte b : bytes) {
            hash = (hash ^ (b & 0xff)) * FNV_PRIME;
        }
        return hash * FNV_PRIME;
    }

    /**
     * Keeps the cells that a row's documents need, from rows with any number of cells: the row's own columns, and from each wanted
     * bucket enough cells to detect an excess.
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
                    // An older version, which at most the row's own fields need.
                    return false;
                }
                last[0] = column;
                int bucket = bucket(column).number();
                return includes(column) && isWanted[bucket] && kept[bucket]++ <= most;
            };
        };
    }

    /** Returns the settings as YAML. */
    public Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put(
                CellSettings.COLUMNS.key(),
                YamlText.list(columns.stream()
                        .map(pattern -> YamlText.quote(pattern.toString()))
                        .toList()));
        settings.put(CellSettings.MAX.key(), Integer.toString(most));
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

    /** Returns a text of everything that distinguishes it from another unit. */
    public String text() {
        return YamlText.mapping(settings());
    }
}
