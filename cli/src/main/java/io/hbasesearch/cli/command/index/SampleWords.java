/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.index;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.mapping.RowOutcome;
import io.hbasesearch.core.mapping.UnmappableRowException;
import io.hbasesearch.core.model.Row;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes queries of the words and values of sampled rows. Stateless. */
final class SampleWords {
    private static final Pattern LATIN = Pattern.compile("\\p{L}{4,20}");
    /** Two characters of a longer text: a word, or the end of one and the beginning of the next, which is found as well. */
    private static final Pattern HAN = Pattern.compile("\\p{IsHan}{2}");

    private static final Pattern PLAIN_VALUE = Pattern.compile("[\\p{L}\\p{N}]{1,40}");
    private static final Pattern QUOTABLE_VALUE = Pattern.compile("[^\"\\\\\\p{Cntrl}*?]{1,60}");
    private static final Set<String> OPERATORS = Set.of("and", "or", "not");

    private final IndexDefinition definition;
    private final RowMapper mapper;

    SampleWords(IndexDefinition definition) {
        this.definition = definition;
        this.mapper = new RowMapper(definition);
    }

    /** Returns queries, the most telling of each kind first: a word, a value of a field, a word with a number, and so on. */
    List<String> queries(List<Row> rows) {
        List<Map<String, Object>> documents =
                rows.stream().flatMap(this::document).toList();
        List<String> words = words(documents);
        List<String> values = values(documents);
        List<String> numbers = numbers(documents);
        List<String> queries = new ArrayList<>();
        for (int i = 0; i < Math.max(words.size(), Math.max(values.size(), numbers.size())); i++) {
            int place = i;
            Stream.of(words, values, numbers)
                    .filter(kind -> place < kind.size())
                    .forEach(kind -> queries.add(kind.get(place)));
        }
        return queries;
    }

    private Stream<Map<String, Object>> document(Row row) {
        try {
            return mapper.outcome(row) instanceof RowOutcome.Indexed indexed
                    ? Stream.of(indexed.document().fields())
                    : Stream.empty();
        } catch (UnmappableRowException e) {
            return Stream.empty();
        }
    }

    private List<String> words(List<Map<String, Object>> documents) {
        Map<String, Integer> latin = new TreeMap<>();
        Map<String, Integer> han = new TreeMap<>();
        for (Map<String, Object> document : documents) {
            Set<String> ofRow = new HashSet<>();
            fields(FieldType.TEXT)
                    .filter(FieldMapping::searchedByDefault)
                    .flatMap(field -> texts(document.get(field.name())))
                    .forEach(text -> Stream.of(LATIN, HAN)
                            .flatMap(pattern -> pattern.matcher(text).results())
                            .forEach(word -> ofRow.add(word.group())));
            ofRow.stream()
                    .filter(word -> !OPERATORS.contains(word.toLowerCase(Locale.ROOT)))
                    .forEach(word -> (HAN.matcher(word).matches() ? han : latin).merge(word, 1, Integer::sum));
        }
        List<String> mixed = new ArrayList<>();
        List<String> mostLatin = telling(latin, documents.size());
        List<String> mostHan = telling(han, documents.size());
        for (int i = 0; i < Math.max(mostLatin.size(), mostHan.size()); i++) {
            int place = i;
            Stream.of(mostLatin, mostHan)
                    .filter(kind -> place < kind.size())
                    .forEach(kind -> mixed.add(kind.get(place)));
        }
        return mixed;
    }

    private List<String> values(List<Map<String, Object>> documents) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (Map<String, Object> document : documents) {
            fields(FieldType.KEYWORD).forEach(field -> texts(document.get(field.name()))
                    .filter(value -> QUOTABLE_VALUE.matcher(value).matches())
                    .map(value ->
                            field.name() + ":" + (PLAIN_VALUE.matcher(value).matches() ? value : "\"" + value + "\""))
                    .forEach(query -> counts.merge(query, 1, Integer::sum)));
        }
        return telling(counts, documents.size());
    }

    /** Returns a query for each number field: at least what half of the rows have. */
    private List<String> numbers(List<Map<String, Object>> documents) {
        return definition.fields().stream()
                .filter(field -> field.type() == FieldType.INT || field.type() == FieldType.LONG)
                .flatMap(field -> {
                    List<Long> sorted = documents.stream()
                            .map(document -> document.get(field.name()))
                            .filter(Long.class::isInstance)
                            .map(Long.class::cast)
                            .filter(number -> number >= 0)
                            .sorted()
                            .toList();
                    return sorted.isEmpty()
                            ? Stream.empty()
                            : Stream.of(field.name() + ">=" + sorted.get(sorted.size() / 2));
                })
                .toList();
    }

    private Stream<FieldMapping> fields(FieldType type) {
        return definition.fields().stream().filter(field -> field.type() == type);
    }

    private static Stream<String> texts(@Nullable Object value) {
        Collection<?> values =
                value instanceof Collection<?> several ? several : value == null ? List.of() : List.of(value);
        return values.stream().filter(String.class::isInstance).map(String.class::cast);
    }

    /** Returns the most frequent first, and last those that more than half of the rows have. */
    private static List<String> telling(Map<String, Integer> counts, int rows) {
        return counts.entrySet().stream()
                .sorted((one, other) -> Integer.compare(rank(other.getValue(), rows), rank(one.getValue(), rows)))
                .limit(10)
                .map(Map.Entry::getKey)
                .toList();
    }

    private static int rank(int count, int rows) {
        return 2 * count <= rows ? count : -count;
    }
}
