/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration.gateway;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.EncodedKey;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.testing.Fixtures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Row keys of the kinds that tables have, all of a text {@code id} and a number {@code ts}, and random requests about such rows.
 * For one thread.
 */
final class KeyLayouts {
    private static final int IDS = 12;
    private static final int TIMES = 40;

    /** Name and parts of each. */
    static final Map<String, String> ALL = new LinkedHashMap<>();

    static {
        ALL.put("salted", "salt: {kind: salt, type: ascii, values: [a, b, c]}, " + id("") + ", ts: {type: u64}");
        ALL.put("hashed", "hash: {kind: hash, function: md5, of: id, take: 4}, " + id("") + ", ts: {type: u64}");
        ALL.put(
                "bucketed",
                "bucket: {kind: hash, function: javaLong, of: ts, modulus: 4, negatives: floor}, ts: {type: u64}, "
                        + id(""));
        ALL.put("reversed", id(", transform: reverse") + ", ts: {type: u64}");
        ALL.put("newest first", id("") + ", ts: {type: decimal, width: 19, transform: complement}");
        ALL.put(
                "salted, reversed and newest first",
                "salt: {kind: salt, type: decimal, width: 2, values: 00..05}, " + id(", transform: reverse")
                        + ", ts: {type: u64, transform: complement}");
    }

    private final Random random;

    /** @param parts as in {@link #ALL} */
    static IndexDefinition definition(String table, String parts) {
        return DefinitionText.read(
                Fixtures.uniqueName("layout"),
                """
                table: %s
                rowKey: {format: binary, spec: {parts: {%s}}}
                fields:
                  kind: {column: 'd:kind', type: keyword}
                """
                        .formatted(table, parts));
    }

    KeyLayouts(Random random) {
        this.random = random;
    }

    private static String id(String transform) {
        return "id: {type: ascii, width: 4" + transform + "}";
    }

    /** A key, behind any of the salts that it may have. */
    RowKey key(RowKeySpec spec) {
        Map<String, KeyValue> values =
                Map.of("id", spec.field("id").orElseThrow().parse(id()), "ts", KeyValue.of((long) ts()));
        List<RowKey> keys = ((EncodedKey.Complete) spec.encode(values)).keys();
        return keys.get(random.nextInt(keys.size()));
    }

    private String id() {
        return String.format(Locale.ROOT, "%04d", random.nextInt(IDS) * 101);
    }

    private int ts() {
        return random.nextInt(TIMES);
    }

    Map<String, Object> request() {
        List<Object> filters = new ArrayList<>();
        if (random.nextInt(5) > 0) {
            filters.add(ofId());
        }
        if (random.nextInt(5) > 1) {
            filters.add(ofTime());
        }
        if (random.nextInt(3) == 0) {
            filters.add("kind:odd OR -kind:*");
        }
        Map<String, Object> request = new LinkedHashMap<>();
        if (random.nextInt(4) == 0) {
            request.put("query", Map.of("bool", Map.of("should", List.of(ofId(), ofTime()))));
        }
        request.put("filter", filters);
        return request;
    }

    private Object ofId() {
        return switch (random.nextInt(4)) {
            case 0 -> Map.of("terms", Map.of("field", "id", "values", List.of(id(), id(), id())));
            case 1 -> Map.of("prefix", Map.of("field", "id", "value", id().substring(0, 1 + random.nextInt(3))));
            case 2 -> Map.of("range", Map.of("field", "id", "gte", id(), "lt", id()));
            default -> Map.of("term", Map.of("field", "id", "value", id()));
        };
    }

    private Object ofTime() {
        return switch (random.nextInt(3)) {
            case 0 -> Map.of("terms", Map.of("field", "ts", "values", List.of(ts(), ts())));
            case 1 -> Map.of("range", Map.of("field", "ts", "gt", ts(), "lte", ts()));
            default -> Map.of("term", Map.of("field", "ts", "value", ts()));
        };
    }
}
