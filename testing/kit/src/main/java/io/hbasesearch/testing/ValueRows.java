/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import static io.hbasesearch.testing.Fixtures.field;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.search.FacetResult;
import io.hbasesearch.core.spi.search.SortKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Rows with values of every type that can be sorted and counted, some missing and some several, and what follows from them worked out
 * without an index.
 */
final class ValueRows {
    static final List<String> FIELDS = List.of("tag", "flag", "n", "big", "part", "ratio", "at");
    private static final List<String> TAGS =
            List.of("red", "Red", "green", "gr\u00fcn", "\uD83C\uDF89", "z.*", "zebra", "");
    private static final long A_DAY = 86_400_000L;

    private final Map<String, Document> documents = new TreeMap<>();

    ValueRows(int rows, long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < rows; i++) {
            documents.put(String.format("row-%03d", random.nextInt(1_000)), document(random));
        }
    }

    static IndexDefinition definition(String index) {
        return Fixtures.definition(
                index,
                field("tag", FieldType.KEYWORD),
                field("flag", FieldType.BOOLEAN),
                field("n", FieldType.INT),
                field("big", FieldType.LONG),
                field("part", FieldType.FLOAT),
                field("ratio", FieldType.DOUBLE),
                field("at", FieldType.DATE),
                field("body", FieldType.TEXT));
    }

    private static Document document(Random random) {
        Map<String, Object> fields = new HashMap<>();
        fields.put("body", random.nextBoolean() ? "cat" : "cat cat dog");
        for (String name : FIELDS) {
            int values = Math.min(2, random.nextInt(4));
            if (values == 1) {
                fields.put(name, value(name, random));
            } else if (values == 2) {
                fields.put(name, List.of(value(name, random), value(name, random)));
            }
        }
        return new Document(fields);
    }

    private static Object value(String name, Random random) {
        return switch (name) {
            case "tag" -> TAGS.get(random.nextInt(TAGS.size()));
            case "flag" -> random.nextBoolean();
            case "n" -> (long) random.nextInt(5) - 2;
            case "big" -> Long.MAX_VALUE - 1 - random.nextInt(4);
            case "part" -> random.nextInt(6) / 10.0 - 0.2;
            case "ratio" -> random.nextInt(6) * 1e10 - 0.3;
            default ->
                Instant.ofEpochMilli(random.nextInt(400) * A_DAY / 4 - 20 * A_DAY + 1)
                        .toString();
        };
    }

    List<IndexOperation> operations() {
        List<IndexOperation> operations = new ArrayList<>();
        documents.forEach((row, document) -> operations.add(Fixtures.upsert(row, operations.size(), document)));
        return operations;
    }

    /** Writes the rows, some of them twice, and a row that is deleted again. */
    void write(DocumentWriter writer, DocumentSearcher searcher) {
        List<IndexOperation> operations = operations();
        BackendContract.write(writer, operations.subList(0, 30));
        searcher.refresh();
        BackendContract.write(writer, operations);
        BackendContract.write(
                writer, Fixtures.upsert("row-gone", 5_000, ((IndexOperation.Upsert) operations.get(0)).document()));
        searcher.refresh();
        BackendContract.write(writer, Fixtures.deleted("row-gone", 5_001));
        searcher.refresh();
    }

    List<String> rows() {
        return List.copyOf(documents.keySet());
    }

    /** The values that a row has of a field, as an index compares them. */
    List<Comparable<Object>> values(String row, String name) {
        Object value = documents.get(row).fields().get(name);
        List<?> several = value == null ? List.of() : value instanceof List<?> list ? list : List.of(value);
        return several.stream().map(each -> comparable(name, each)).collect(Collectors.toList());
    }

    @SuppressWarnings("unchecked") // values of one field are of one class
    private static Comparable<Object> comparable(String name, Object value) {
        Object compared =
                switch (name) {
                    case "part" -> ((Double) value).floatValue();
                    case "at" -> Instant.parse((String) value);
                    default -> value;
                };
        return (Comparable<Object>) compared;
    }

    /** Returns the key of the bucket that counts a value. */
    static String key(Object value) {
        return value instanceof Instant time ? FacetResult.time(time.toEpochMilli()) : value.toString();
    }

    /** Every row in an order of one field and the row. */
    List<String> sorted(SortKey.Field key) {
        Comparator<Comparable<Object>> values =
                key.descending() ? Comparator.reverseOrder() : Comparator.naturalOrder();
        Comparator<@Nullable Comparable<Object>> withMissing =
                key.missingFirst() ? Comparator.nullsFirst(values) : Comparator.nullsLast(values);
        return documents.keySet().stream()
                .sorted(Comparator.comparing((String row) -> compared(row, key), withMissing)
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    private @Nullable Comparable<Object> compared(String row, SortKey.Field key) {
        Comparator<Comparable<Object>> order = Comparator.naturalOrder();
        List<Comparable<Object>> values = values(row, key.name());
        return values.stream()
                .reduce((a, b) -> (order.compare(a, b) < 0) == key.descending() ? b : a)
                .orElse(null);
    }

    /** Field values to the number of rows that have them, in the order of values. */
    Map<Comparable<Object>, Long> counts(String name) {
        Map<Comparable<Object>, Long> counts = new TreeMap<>();
        for (String row : documents.keySet()) {
            values(row, name).stream().distinct().forEach(value -> counts.merge(value, 1L, Long::sum));
        }
        return counts;
    }
}
