/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration.gateway;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.testing.Fixtures;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Rows that {@link RandomQueries} ask about: their keys are a user and an item, and some lack a column. No state. */
final class RandomRows {
    private RandomRows() {}

    static IndexDefinition definition(String table) {
        return DefinitionText.read(
                Fixtures.uniqueName("gateway"),
                """
                table: %s
                rowKey:
                  spec:
                    parts:
                      user: {type: decimal, width: 4}
                      dash: {kind: const, value: '-'}
                      item: {type: ascii}
                fields:
                  gloss: {column: 'd:gloss', type: text}
                  kind: {column: 'd:kind', type: keyword}
                  count: {column: 'd:count', type: long, encoding: utf8}
                  day: {column: 'd:day', type: date, encoding: utf8}
                """
                        .formatted(table));
    }

    static RowKey key(int user, int item) {
        return RowKey.utf8(String.format(Locale.ROOT, "%04d-%02d", user, item));
    }

    /** Key to qualifier to value. */
    static Map<RowKey, Map<String, String>> of(Random random, int users, int items) {
        Map<RowKey, Map<String, String>> rows = new TreeMap<>();
        for (int user = 1; user <= users; user++) {
            for (int item = 0; item < items; item++) {
                rows.put(key(user, item), columns(random));
            }
        }
        return rows;
    }

    private static Map<String, String> columns(Random random) {
        Map<String, String> columns = new HashMap<>();
        columns.put("gloss", random.nextBoolean() ? "a white whale" : "a small boat");
        columns.put("day", "2026-0" + (1 + random.nextInt(3)) + "-1" + random.nextInt(9) + "T00:00:00Z");
        if (random.nextInt(5) > 0) {
            columns.put("kind", List.of("odd", "even", "prime").get(random.nextInt(3)));
        }
        if (random.nextInt(5) > 0) {
            columns.put("count", Integer.toString(random.nextInt(10)));
        }
        return columns;
    }
}
