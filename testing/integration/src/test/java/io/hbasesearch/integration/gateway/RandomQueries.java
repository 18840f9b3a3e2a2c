/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration.gateway;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Requests about the rows of {@link GatewayContract}, as JSON. Most of them say something of keys. For one thread. */
final class RandomQueries {
    private static final int DEPTH = 2;
    private final Random random;

    RandomQueries(Random random) {
        this.random = random;
    }

    Map<String, Object> next() {
        Map<String, Object> request = new LinkedHashMap<>();
        if (random.nextInt(3) == 0) {
            request.put("query", tree(DEPTH));
        }
        List<Object> filters = new ArrayList<>();
        if (random.nextInt(4) > 0) {
            filters.add(ofKey());
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            filters.add(random.nextBoolean() ? tree(DEPTH) : text());
        }
        request.put("filter", filters);
        return request;
    }

    private Object ofKey() {
        return switch (random.nextInt(5)) {
            case 0 -> kind("term", "user", "value", user());
            case 1 -> Map.of("range", Map.of("field", "user", "gte", user(), "lt", user()));
            case 2 -> kind("terms", "user", "values", List.of(user(), user()));
            case 3 ->
                Map.of(
                        "bool",
                        Map.of(
                                "filter",
                                List.of(kind("term", "user", "value", user()), item()),
                                "should",
                                List.of(leaf())));
            default -> "+user:" + user() + " +item:0" + random.nextInt(8);
        };
    }

    private Object item() {
        return random.nextBoolean()
                ? kind("prefix", "item", "value", "0")
                : Map.of("range", Map.of("field", "item", "gt", "0" + random.nextInt(6)));
    }

    private Object text() {
        return switch (random.nextInt(4)) {
            case 0 -> "kind:odd OR kind:prime";
            case 1 -> "count>" + random.nextInt(10);
            case 2 -> "-kind:even +count:[1 TO 7]";
            default -> "kind:*";
        };
    }

    private Object tree(int depth) {
        if (depth == 0 || random.nextInt(3) == 0) {
            return leaf();
        }
        Map<String, Object> bool = new LinkedHashMap<>();
        for (String clauses : List.of("must", "should", "must_not", "filter")) {
            List<Object> list = new ArrayList<>();
            for (int i = random.nextInt(3); i > 0; i--) {
                list.add(tree(depth - 1));
            }
            if (!list.isEmpty()) {
                bool.put(clauses, list);
            }
        }
        int should = bool.get("should") instanceof List<?> list ? list.size() : 0;
        if (should > 0 && random.nextBoolean()) {
            bool.put("minimum", 1 + random.nextInt(should));
        }
        return bool.isEmpty() ? leaf() : Map.of("bool", bool);
    }

    private Object leaf() {
        return switch (random.nextInt(8)) {
            case 0 -> kind("term", "kind", "value", "odd");
            case 1 -> kind("terms", "kind", "values", List.of("even", "prime"));
            case 2 -> kind("prefix", "kind", "value", "p");
            case 3 -> Map.of("range", Map.of("field", "count", "gte", random.nextInt(5), "lte", 4 + random.nextInt(5)));
            case 4 -> Map.of("range", Map.of("field", "day", "lt", "2026-02-1" + random.nextInt(9)));
            case 5 -> Map.of("exists", Map.of("field", random.nextBoolean() ? "count" : "kind"));
            case 6 -> kind("term", "user", "value", user());
            default -> Map.of("all", Map.of());
        };
    }

    private int user() {
        return 1 + random.nextInt(9);
    }

    private static Map<String, Object> kind(String kind, String field, String member, Object value) {
        return Map.of(kind, Map.of("field", field, member, value));
    }
}
