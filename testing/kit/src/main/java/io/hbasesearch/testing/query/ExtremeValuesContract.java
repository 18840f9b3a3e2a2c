/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing.query;

import static io.hbasesearch.testing.Fixtures.field;
import static io.hbasesearch.testing.Fixtures.upsert;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SortKey;
import io.hbasesearch.core.spi.search.SortValues;
import io.hbasesearch.testing.Fixtures;
import io.hbasesearch.testing.OpenIndexContract;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows without a value are sorted apart from those with the least or the greatest value, and pages join there. */
public abstract class ExtremeValuesContract extends OpenIndexContract {
    private static final Map<String, List<Object>> VALUES = Map.of(
            "text", List.of("", "\u0000", "a", "\uFFFF", "\uD83C\uDF89\uDBFF\uDFFF"),
            "flag", List.of(false, true),
            "n", List.of((long) Integer.MIN_VALUE, 0L, (long) Integer.MAX_VALUE),
            "big", List.of(Long.MIN_VALUE, Long.MIN_VALUE + 1, 0L, Long.MAX_VALUE - 1, Long.MAX_VALUE),
            "part", List.of((double) -Float.MAX_VALUE, 0.0, (double) Float.MAX_VALUE),
            "ratio", List.of(-Double.MAX_VALUE, 0.0, Double.MIN_VALUE, Double.MAX_VALUE),
            "at", List.of("0001-01-01T00:00:00.000Z", "1970-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"));

    private final Map<String, Map<String, Object>> documents = new TreeMap<>();

    @Override
    protected final IndexDefinition define(String index) {
        return Fixtures.definition(
                index,
                field("text", FieldType.KEYWORD),
                field("flag", FieldType.BOOLEAN),
                field("n", FieldType.INT),
                field("big", FieldType.LONG),
                field("part", FieldType.FLOAT),
                field("ratio", FieldType.DOUBLE),
                field("at", FieldType.DATE),
                field("all", FieldType.KEYWORD));
    }

    /** Interleaves rows without values with rows of each value. */
    @BeforeEach
    final void fill() {
        for (int i = 0; i < 24; i++) {
            Map<String, Object> fields = new TreeMap<>(Map.of("all", "all"));
            int turn = i;
            VALUES.forEach((name, values) -> {
                int chosen = turn % (values.size() + 1);
                if (chosen < values.size()) {
                    fields.put(name, values.get(chosen));
                }
            });
            documents.put(String.format("row-%02d", (i * 7) % 24), fields);
        }
        List<String> rows = List.copyOf(documents.keySet());
        for (int i = 0; i < rows.size(); i++) {
            write(writer, upsert(rows.get(i), i, new Document(documents.get(rows.get(i)))));
            if (i % 9 == 0) {
                searcher.refresh();
            }
        }
        searcher.refresh();
    }

    @Test
    void rowsWithoutAValueAreApartFromTheExtremeValuesOnEveryPage() {
        SoftAssertions softly = new SoftAssertions();
        for (String name : VALUES.keySet()) {
            for (boolean descending : new boolean[] {false, true}) {
                for (boolean missingFirst : new boolean[] {false, true}) {
                    SortKey.Field key = new SortKey.Field(name, descending, missingFirst);
                    List<String> expected = sorted(key);
                    for (int size : new int[] {1, 5, 100}) {
                        softly.assertThat(pages(List.of(key), size))
                                .as("%s by %d", key, size)
                                .isEqualTo(expected);
                    }
                    softly.assertThat(pagesBackwards(key, 3))
                            .as("%s backwards", key)
                            .isEqualTo(expected.subList(0, expected.size() - 1));
                }
            }
        }
        softly.assertAll();
    }

    @Test
    void severalSuchFieldsOrderRowsTogether() {
        List<SortKey> keys = List.of(
                new SortKey.Field("flag", true, true),
                new SortKey.Field("big", true, false),
                new SortKey.Score(true),
                new SortKey.Field("at", false, true));
        Comparator<String> order = order(new SortKey.Field("flag", true, true))
                .thenComparing(order(new SortKey.Field("big", true, false)))
                .thenComparing(order(new SortKey.Field("at", false, true)))
                .thenComparing(Comparator.naturalOrder());
        assertThat(pages(keys, 4))
                .isEqualTo(documents.keySet().stream().sorted(order).toList());
    }

    private List<String> pagesBackwards(SortKey.Field key, int size) {
        SortValues end =
                searcher.search(request(100).sortedBy(List.of(key))).last().orElseThrow();
        return rows(backwards(request(size).sortedBy(List.of(key)), end));
    }

    private List<String> pages(List<SortKey> keys, int size) {
        return rows(forwards(request(size).sortedBy(keys)));
    }

    private static SearchRequest request(int size) {
        return new SearchRequest(new Query.MatchAll(), List.of(), size, PATIENCE);
    }

    private List<String> sorted(SortKey.Field key) {
        return documents.keySet().stream()
                .sorted(order(key).thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    private Comparator<String> order(SortKey.Field key) {
        Comparator<Object> values = ExtremeValuesContract::compare;
        Comparator<@Nullable Object> inDirection = key.descending() ? values.reversed() : values;
        return Comparator.comparing(
                row -> documents.get(row).get(key.name()),
                key.missingFirst() ? Comparator.nullsFirst(inDirection) : Comparator.nullsLast(inDirection));
    }

    private static int compare(Object one, Object other) {
        if (one instanceof Long number) {
            return Long.compare(number, (Long) other);
        }
        if (one instanceof Double number) {
            return Double.compare(number, (Double) other);
        }
        if (one instanceof Boolean truth) {
            return Boolean.compare(truth, (Boolean) other);
        }
        String text = (String) one;
        return text.endsWith("Z")
                ? Instant.parse(text).compareTo(Instant.parse((String) other))
                : Arrays.compareUnsigned(text.getBytes(UTF_8), ((String) other).getBytes(UTF_8));
    }
}
