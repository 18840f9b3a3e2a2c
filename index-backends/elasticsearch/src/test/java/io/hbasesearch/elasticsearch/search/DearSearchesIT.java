/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QueryContext;
import io.hbasesearch.core.query.QueryStringParser;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.elasticsearch.ElasticsearchBackend;
import io.hbasesearch.elasticsearch.ElasticsearchHarness;
import io.hbasesearch.elasticsearch.Rest;
import io.hbasesearch.elasticsearch.SharedServer;
import io.hbasesearch.testing.Fixtures;
import io.hbasesearch.testing.OnlyWithFaults;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Measures the processor time of Elasticsearch for the dearest queries of at most 4 KB that the gateway lets through.
 * {@code benchmarks/reports/dear-requests.md} has the figures.
 */
@OnlyWithFaults
@ExtendWith(SharedServer.class)
class DearSearchesIT {
    private static final int ROWS = 8_000;
    private static final int LARGE_ROWS = 20;
    private static final int WORDS = 20_000;
    private static final int TIMES = 5;
    private static final int HITS = 1_000;
    private static final long MOST_MILLIS = 1_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final List<String> TEXTS = List.of("gloss", "note", "title", "place");
    private static final List<String> KEYWORDS = List.of("kind", "author", "state", "tag", "group");

    private final IndexDefinition definition = Fixtures.definition(Fixtures.uniqueName("dear"), fields());
    private final Rest rest = new Rest(SharedServer.uri());
    private final ProcessHandle server = ProcessHandle.of(rest.get("/_nodes/_local/process")
                    .path("nodes")
                    .elements()
                    .next()
                    .path("process")
                    .path("id")
                    .asLong())
            .orElseThrow();

    private static FieldMapping[] fields() {
        List<FieldMapping> fields = new ArrayList<>();
        TEXTS.forEach(name -> fields.add(Fixtures.field(name, FieldType.TEXT)));
        KEYWORDS.forEach(name -> fields.add(Fixtures.field(name, FieldType.KEYWORD)));
        fields.add(Fixtures.field("count", FieldType.LONG));
        return fields.toArray(FieldMapping[]::new);
    }

    @Test
    void noQueryTakesMoreThanASecondOfProcessorTime() throws Exception {
        try (ElasticsearchBackend backend =
                new ElasticsearchBackend(ElasticsearchHarness.config(SharedServer.uri()), Metrics.none())) {
            IndexMetadata metadata = backend.admin().create(definition, Fixtures.source(definition));
            fill(backend, metadata);
            rest.call("POST", "/" + metadata.physicalName() + "/_forcemerge?max_num_segments=1", "");
            Map<String, Long> millis = new LinkedHashMap<>();
            try (DocumentSearcher searcher = backend.openSearcher(definition, metadata)) {
                for (Map.Entry<String, IntFunction<String>> form : forms().entrySet()) {
                    int clauses = clauses(form.getValue());
                    Query query = parse(form.getValue().apply(clauses));
                    millis.put(form.getKey() + ", " + clauses, measure(searcher, query));
                }
            }
            millis.forEach((form, time) -> System.out.printf("%-60s %5d ms%n", form, time));
            assertThat(millis.values()).as("the clock is that of the server").anyMatch(time -> time > 0);
            assertThat(millis).allSatisfy((form, time) -> assertThat(time).isLessThan(MOST_MILLIS));
        } finally {
            rest.deleteIndexes("*" + definition.name() + "*");
        }
    }

    /** Returns the median of several searches. Elasticsearch does a little of its own beside them. */
    private long measure(DocumentSearcher searcher, Query query) {
        List<Long> millis = new ArrayList<>();
        for (int i = 0; i < TIMES; i++) {
            long before = processorMillis();
            searcher.search(new SearchRequest(query, List.of(), HITS, TIMEOUT));
            millis.add(processorMillis() - before);
        }
        return millis.stream().sorted().skip(TIMES / 2).findFirst().orElseThrow();
    }

    /** Asks the machine: Elasticsearch's own statistics are up to a second old. */
    private long processorMillis() {
        return server.info().totalCpuDuration().orElseThrow().toMillis();
    }

    private Query parse(String text) {
        return QueryStringParser.parse(text, definition, new QueryContext());
    }

    /** Returns as many clauses as fit and are let through. */
    private int clauses(IntFunction<String> form) {
        int clauses = QueryStringParser.MAX_LENGTH;
        while (clauses > 1 && !isLetThrough(form.apply(clauses))) {
            clauses = Math.min(clauses - 1, clauses * 9 / 10);
        }
        return clauses;
    }

    private boolean isLetThrough(String text) {
        if (text.length() > QueryStringParser.MAX_LENGTH) {
            return false;
        }
        try {
            return parse(text) != null;
        } catch (HBaseSearchException refused) {
            return false;
        }
    }

    private static Map<String, IntFunction<String>> forms() {
        Map<String, IntFunction<String>> forms = new LinkedHashMap<>();
        forms.put("words", n -> several(n, DearSearchesIT::word, " "));
        forms.put("alternative words", n -> several(n, DearSearchesIT::word, " OR "));
        forms.put("words of one field", n -> several(n, i -> "gloss:" + word(i), " "));
        forms.put("one phrase of equal words", n -> '"' + several(n, i -> word(0), " ") + '"');
        forms.put("one phrase of equal words, apart", n -> '"' + several(n, i -> word(0), " ") + "\"~100");
        forms.put("one phrase of frequent words, apart", n -> '"' + several(n, DearSearchesIT::word, " ") + "\"~100");
        forms.put(
                "phrases of two words, apart",
                n -> several(n, i -> '"' + word(i) + ' ' + word(i + 1) + "\"~50", " OR "));
        forms.put(
                "two phrases, apart",
                n -> several(2, i -> '"' + several(n, DearSearchesIT::word, " ") + "\"~5" + i, " OR "));
        forms.put("prefixes of a letter", n -> several(n, i -> word(i).charAt(0) + "*", " OR "));
        forms.put("inexact words", n -> several(n, i -> word(i) + "~2", " OR "));
        forms.put("long inexact words", n -> several(n, i -> word(i) + "baca~2", " OR "));
        forms.put("wildcards", n -> several(n, i -> word(i).charAt(0) + "*a?e*", " OR "));
        forms.put("regular expressions", n -> several(n, i -> "/" + word(i).charAt(0) + "[a-m]*(ba|ce|di)+./", " OR "));
        forms.put("a regular expression with many states", n -> "/a.*a.{" + Math.min(n, 12) + "}/");
        forms.put("ranges of a keyword", n -> several(n, i -> "kind:[kind" + i + " TO kind9]", " OR "));
        forms.put("ranges of numbers", n -> several(n, i -> "count:[" + i + " TO 9" + i + "]", " OR "));
        forms.put("brackets", n -> "(".repeat(n) + word(0) + " OR " + word(1) + ")".repeat(n));
        return forms;
    }

    private static String several(int number, IntFunction<String> form, String between) {
        return IntStream.range(0, number).mapToObj(form).collect(Collectors.joining(between));
    }

    private void fill(ElasticsearchBackend backend, IndexMetadata metadata) throws Exception {
        Random random = new Random(11);
        try (DocumentWriter writer = backend.openWriter(definition, metadata, Duration.ofHours(6))) {
            List<IndexOperation> batch = new ArrayList<>();
            for (int i = 0; i < ROWS + LARGE_ROWS; i++) {
                batch.add(Fixtures.upsert("row" + i, i + 1L, document(random, i >= ROWS)));
                if (batch.size() == HITS || i >= ROWS) {
                    writer.write(List.copyOf(batch)).get(1, TimeUnit.MINUTES);
                    batch.clear();
                }
            }
        }
    }

    private static Document document(Random random, boolean isLarge) {
        Map<String, Object> fields = new HashMap<>();
        fields.put("gloss", text(random, isLarge ? 200_000 : 80));
        fields.put("note", text(random, isLarge ? 200_000 : 40));
        fields.put("title", text(random, 20));
        fields.put("place", text(random, 10));
        KEYWORDS.forEach(name -> fields.put(name, name + random.nextInt(500)));
        fields.put("count", (long) random.nextInt(10_000));
        return new Document(fields);
    }

    /** A few words are in almost every text, and most are rare. */
    private static String text(Random random, int characters) {
        StringBuilder text = new StringBuilder();
        while (text.length() < characters) {
            text.append(word((int) (WORDS * Math.pow(random.nextDouble(), 4)))).append(' ');
        }
        return text.toString();
    }

    /** The more frequent the lower its number. Of six letters. */
    private static String word(int number) {
        return syllable(number) + syllable(number / 100) + syllable(7 * number + 3);
    }

    private static String syllable(int number) {
        int own = number % 100;
        return "" + "bcdfghjklmnpqrstvwxz".charAt(own % 20) + "aeiou".charAt(own / 20);
    }
}
