/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.plan.AccessPath;
import io.hbasesearch.core.rowkey.plan.KeyPlanner;
import io.hbasesearch.core.rowkey.plan.Predicate;
import io.hbasesearch.core.rowkey.plan.PredicateText;
import io.hbasesearch.core.rowkey.value.BytePattern;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The rows of a table whose keys a specification describes, in memory and in the order of keys. */
final class SampleTable {
    private final RowKeySpec spec;
    private final TreeMap<RowKey, Map<String, KeyValue>> rows = new TreeMap<>();

    SampleTable(RowKeySpec spec) {
        this.spec = spec;
    }

    /** With one of the specifications in config/rowkeys. */
    static SampleTable of(String name) {
        return new SampleTable(
                new RowKeySpecReader(Map.of()).readFile(Path.of("..", "config", "rowkeys", name + ".yaml")));
    }

    RowKeySpec spec() {
        return spec;
    }

    /** @param values as {@code field=value} */
    Map<String, KeyValue> values(String... values) {
        Map<String, KeyValue> parsed = new LinkedHashMap<>();
        for (String value : values) {
            String[] parts = value.split("=", 2);
            parsed.put(parts[0], spec.field(parts[0]).orElseThrow().parse(parts[1]));
        }
        return parsed;
    }

    /** Every key that the values may have. */
    List<RowKey> keys(String... values) {
        if (spec.encode(values(values)) instanceof EncodedKey.Complete complete) {
            return complete.keys();
        }
        throw new AssertionError("incomplete: " + Arrays.toString(values));
    }

    RowKey key(String... values) {
        List<RowKey> keys = keys(values);
        if (keys.size() != 1) {
            throw new AssertionError("several keys");
        }
        return keys.get(0);
    }

    /** Adds a row under one of the keys that the values may have. */
    RowKey put(String... values) {
        List<RowKey> keys = keys(values);
        RowKey key = keys.get(Math.floorMod(Arrays.hashCode(values), keys.size()));
        rows.put(key, values(values));
        return key;
    }

    Set<RowKey> rows() {
        return rows.keySet();
    }

    /** What the row was put with. */
    Map<String, KeyValue> valuesOf(RowKey row) {
        return rows.get(row);
    }

    Map<String, KeyValue> decode(RowKey key) {
        if (spec.decode(key) instanceof DecodedKey.Readable readable) {
            return readable.values();
        }
        throw new AssertionError("unreadable: " + spec.decode(key));
    }

    List<Predicate> predicates(String... predicates) {
        PredicateText text = new PredicateText(spec);
        return Arrays.stream(predicates).map(text::parse).toList();
    }

    AccessPath plan(String... predicates) {
        return new KeyPlanner(spec).plan(predicates(predicates));
    }

    /** The rows that the path leads to, in the order of keys. */
    List<RowKey> reached(AccessPath path) {
        List<RowKey> reached = new ArrayList<>();
        if (path instanceof AccessPath.Gets gets) {
            gets.keys().stream().filter(rows::containsKey).forEach(reached::add);
        } else if (path instanceof AccessPath.Scan scan) {
            rows.keySet().stream()
                    .filter(row -> scan.ranges().stream().anyMatch(range -> range.contains(row)))
                    .filter(row -> scan.fuzzy().isEmpty()
                            || scan.fuzzy().stream().anyMatch(pattern -> hasPattern(row.bytes(), pattern)))
                    .forEach(reached::add);
        } else {
            throw new AssertionError(path.toString());
        }
        return reached;
    }

    /** The same after the residual predicates. */
    List<RowKey> found(String... predicates) {
        AccessPath path = plan(predicates);
        return reached(path).stream()
                .filter(row -> matches(row, residual(path)))
                .toList();
    }

    static List<Predicate> residual(AccessPath path) {
        if (path instanceof AccessPath.Gets gets) {
            return gets.residual();
        }
        return path instanceof AccessPath.Scan scan ? scan.residual() : List.of();
    }

    /** What looking at every row finds. */
    List<RowKey> matching(List<Predicate> predicates) {
        return rows.keySet().stream().filter(row -> matches(row, predicates)).toList();
    }

    private boolean matches(RowKey row, List<Predicate> predicates) {
        return predicates.stream().allMatch(predicate -> {
            KeyValue value = rows.get(row).get(predicate.field());
            return value != null && predicate.matches(value);
        });
    }

    private static boolean hasPattern(ByteArray row, BytePattern pattern) {
        if (row.length() < pattern.bytes().length()) {
            return false;
        }
        for (int i = 0; i < pattern.bytes().length(); i++) {
            if (!pattern.any().get(i) && row.unsafeBytes()[i] != pattern.bytes().unsafeBytes()[i]) {
                return false;
            }
        }
        return true;
    }
}
