/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.EncodedKey;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.plan.Predicate;
import io.hbasesearch.core.rowkey.plan.PredicateText;
import io.hbasesearch.core.rowkey.plan.SortField;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** One of the specifications in config/rowkeys with rows, and with what is asked of them. For one thread while it is made. */
final class Layout {
    static final Path DIRECTORY =
            Path.of("..", "config", "rowkeys").toAbsolutePath().normalize();

    /** How the rows are to be found. */
    enum Kind {
        GET,
        MULTI_GET,
        RANGES,
        FUZZY,
        /** All rows, side by side. */
        EVERYTHING
    }

    /**
     * @param paths how many keys or ranges there must be; 0 for any number
     * @param limit of the rows that are wanted; 0 for none
     */
    record Question(Kind kind, int paths, Optional<SortField> order, int limit, List<String> predicates) {}

    /** A query of the search index that must find the same as these predicates do. */
    record Search(String query, List<String> predicates) {}

    private final String sample;
    private final RowKeySpec spec;
    private final List<String> columns;
    private final TreeMap<RowKey, Map<String, KeyValue>> rows = new TreeMap<>();
    private final Map<RowKey, Map<String, String>> texts = new LinkedHashMap<>();
    private final List<RowKey> strays = new ArrayList<>();
    private final List<Question> questions = new ArrayList<>();
    private final List<Search> searches = new ArrayList<>();

    private Layout(String sample, List<String> columns) {
        this.sample = sample;
        this.columns = columns;
        this.spec = new RowKeySpecReader(Map.of()).readFile(file());
    }

    /** @param columns fields that stand in columns of the same names, as the key does not tell them whole */
    static Layout of(String sample, String... columns) {
        return new Layout(sample, List.of(columns));
    }

    Path file() {
        return DIRECTORY.resolve(sample + ".yaml");
    }

    String sample() {
        return sample;
    }

    RowKeySpec spec() {
        return spec;
    }

    List<String> columns() {
        return columns;
    }

    /** A row under one of the keys that its values make, each in turn where a salt leaves several. */
    Layout row(String... values) {
        List<RowKey> keys = keys(values);
        return put(keys.get(rows.size() % keys.size()), values);
    }

    /** A row whose key is known from elsewhere, which its values must make. */
    Layout rowAt(String key, String... values) {
        assertThat(keys(values)).contains(RowKey.utf8(key));
        return put(RowKey.utf8(key), values);
    }

    private Layout put(RowKey key, String... values) {
        assertThat(rows.put(key, values(values))).as("rows of one key").isNull();
        Map<String, String> written = new LinkedHashMap<>();
        Arrays.stream(values).map(value -> value.split("=", 2)).forEach(pair -> {
            if (columns.contains(pair[0])) {
                written.put(pair[0], pair[1]);
            }
        });
        texts.put(key, written);
        return this;
    }

    private Map<String, KeyValue> values(String... values) {
        Map<String, KeyValue> parsed = new LinkedHashMap<>();
        for (String value : values) {
            String[] pair = value.split("=", 2);
            parsed.put(pair[0], spec.field(pair[0]).orElseThrow().parse(pair[1]));
        }
        return parsed;
    }

    private List<RowKey> keys(String... values) {
        if (spec.encode(values(values)) instanceof EncodedKey.Complete complete) {
            return complete.keys();
        }
        throw new AssertionError("incomplete: " + Arrays.toString(values));
    }

    /** A row whose key does not fit: neither a path nor a search leads to it. */
    Layout stray(String key) {
        strays.add(RowKey.utf8(key));
        return this;
    }

    Layout get(String... predicates) {
        return ask(Kind.GET, 1, Optional.empty(), 0, predicates);
    }

    Layout multiGet(int keys, String... predicates) {
        return ask(Kind.MULTI_GET, keys, Optional.empty(), 0, predicates);
    }

    /** @param ranges 0 for any number */
    Layout ranges(int ranges, String... predicates) {
        return ask(Kind.RANGES, ranges, Optional.empty(), 0, predicates);
    }

    Layout page(int rows, String... predicates) {
        return ask(Kind.RANGES, 1, Optional.empty(), rows, predicates);
    }

    /** The first rows from the highest value of a field down, for which no more than these may be read. */
    Layout latest(int rows, String field, String... predicates) {
        return ask(Kind.RANGES, 1, Optional.of(new SortField(field, true)), rows, predicates);
    }

    Layout fuzzy(String... predicates) {
        return ask(Kind.FUZZY, 1, Optional.empty(), 0, predicates);
    }

    Layout everything(int ranges) {
        return ask(Kind.EVERYTHING, ranges, Optional.empty(), 0);
    }

    private Layout ask(Kind kind, int paths, Optional<SortField> order, int limit, String... predicates) {
        questions.add(new Question(kind, paths, order, limit, List.of(predicates)));
        return this;
    }

    Layout search(String query, String... predicates) {
        searches.add(new Search(query, List.of(predicates)));
        return this;
    }

    List<Question> questions() {
        return questions;
    }

    List<Search> searches() {
        return searches;
    }

    List<RowKey> strays() {
        return strays;
    }

    Map<RowKey, Map<String, KeyValue>> rows() {
        return rows;
    }

    /** What stands in the row's columns, by name. */
    Map<String, String> textsOf(RowKey row) {
        return texts.get(row);
    }

    List<Predicate> predicates(List<String> written) {
        PredicateText text = new PredicateText(spec);
        return written.stream().map(text::parse).toList();
    }

    /** What looking at every row finds, in the order of keys: by the values that the rows were put with. */
    List<RowKey> matching(List<String> predicates) {
        List<Predicate> parsed = predicates(predicates);
        return rows.entrySet().stream()
                .filter(row -> parsed.stream().allMatch(predicate -> {
                    KeyValue value = row.getValue().get(predicate.field());
                    return value != null && predicate.matches(value);
                }))
                .map(Map.Entry::getKey)
                .toList();
    }

    @Override
    public String toString() {
        return sample;
    }
}
