/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.cli.sample.SampleRow;
import io.hbasesearch.cli.sample.WordNet;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QueryContext;
import io.hbasesearch.core.query.QueryStringParser;
import io.hbasesearch.core.query.Ranking;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * The definition of the sample finds the synset that a word names before those that only mention the word. The same nouns are searched on
 * each backend.
 */
abstract class WordNetRanking {
    private static final Path DEFINITION = Path.of("..", "..", "config", "indexes", "wordnet.yaml");
    private static final ColumnName WORDS = ColumnName.of(WordNet.FAMILY, "words");
    private static final int NOUNS = 200;
    private static final int HITS = 100;
    private static final int BATCH = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    abstract IndexBackend backend();

    @Test
    void theRowThatIsAWordStandsFirst() throws Exception {
        IndexDefinition definition = new IndexDefinitionReader(Map.of()).readFile(DEFINITION);
        List<SampleRow> rows = WordNet.rows();
        IndexMetadata metadata = backend()
                .admin()
                .create(definition, new IndexSource("topic", UUID.randomUUID().toString(), 1, 1));
        write(rows, definition, backend().openWriter(definition, metadata, Duration.ofHours(6)));
        try (DocumentSearcher searcher = backend().openSearcher(definition, metadata)) {
            searcher.refresh();
            measure(rows, definition, searcher);
        }
    }

    private static void write(List<SampleRow> rows, IndexDefinition definition, DocumentWriter opened)
            throws Exception {
        RowMapper mapper = new RowMapper(definition);
        try (DocumentWriter writer = opened) {
            List<IndexOperation> batch = new ArrayList<>();
            for (int i = 0; i < rows.size(); i++) {
                batch.add(operation(rows.get(i), i, mapper));
                if (batch.size() == BATCH || i == rows.size() - 1) {
                    writer.write(batch).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
                    batch = new ArrayList<>();
                }
            }
        }
    }

    private static IndexOperation operation(SampleRow row, int offset, RowMapper mapper) {
        List<Cell> cells = row.cells().entrySet().stream()
                .map(cell -> new Cell(cell.getKey(), 1, cell.getValue()))
                .toList();
        return new IndexOperation.Upsert(
                row.key(), RowVersion.of(1, offset), System.currentTimeMillis(), mapper.map(new Row(row.key(), cells)));
    }

    private static void measure(List<SampleRow> rows, IndexDefinition definition, DocumentSearcher searcher) {
        Map<RowKey, List<String>> words = new HashMap<>();
        TreeSet<String> nouns = new TreeSet<>();
        for (SampleRow row : rows) {
            List<String> synonyms = Arrays.asList(
                    row.cells().get(WORDS).utf8().toLowerCase(Locale.ROOT).split(", "));
            words.put(row.key(), synonyms);
            if (row.key().printable().endsWith("-n")) {
                nouns.addAll(synonyms);
            }
        }
        Ranks single = Ranks.of("[a-z]+", nouns, words, definition, searcher);
        System.out.println("one word: " + single);
        assertThat(single.first()).as("%s", single).isGreaterThanOrEqualTo(0.92);
        assertThat(single.reciprocal()).as("%s", single).isGreaterThanOrEqualTo(0.95);
        Ranks several = Ranks.of("[a-z]+( [a-z]+)+", nouns, words, definition, searcher);
        System.out.println("several words: " + several);
        assertThat(several.first()).as("%s", several).isGreaterThanOrEqualTo(0.92);
        assertThat(several.reciprocal()).as("%s", several).isGreaterThanOrEqualTo(0.95);
    }

    /**
     * Where the rows stand that have the searched noun as one of their synonyms.
     *
     * @param first the fraction of nouns for which such a row is the first hit
     * @param reciprocal the mean of 1 / rank of the best of these rows
     * @param later the nouns for which it is not the first hit, with its rank
     */
    private record Ranks(double first, double reciprocal, List<String> later) {
        static Ranks of(
                String form,
                Set<String> nouns,
                Map<RowKey, List<String>> words,
                IndexDefinition definition,
                DocumentSearcher searcher) {
            List<String> sample = new ArrayList<>(
                    nouns.stream().filter(noun -> noun.matches(form)).toList());
            Collections.shuffle(sample, new Random(35));
            double reciprocal = 0;
            List<String> later = new ArrayList<>();
            for (String noun : sample.subList(0, NOUNS)) {
                Query query = QueryStringParser.parse(noun, definition);
                List<SearchResult.Hit> hits = searcher.search(new SearchRequest(
                                Ranking.added(query, definition, new QueryContext()), List.of(), HITS, PATIENCE))
                        .hits();
                int rank = 0;
                while (rank < hits.size() && !words.get(hits.get(rank).row()).contains(noun)) {
                    rank++;
                }
                if (rank > 0) {
                    later.add(noun + " " + (rank + 1));
                }
                reciprocal += rank == hits.size() ? 0 : 1.0 / (rank + 1);
            }
            return new Ranks(1 - (double) later.size() / NOUNS, reciprocal / NOUNS, later);
        }
    }
}
