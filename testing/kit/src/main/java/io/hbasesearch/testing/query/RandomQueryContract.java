/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing.query;

import static io.hbasesearch.testing.Fixtures.field;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.SynonymRules;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QueryContext;
import io.hbasesearch.core.query.QueryStringParser;
import io.hbasesearch.core.query.QueryTree;
import io.hbasesearch.core.query.Ranking;
import io.hbasesearch.core.query.Synonyms;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.testing.BackendContract;
import io.hbasesearch.testing.Fixtures;
import io.hbasesearch.testing.OnlyWithFaults;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** Every backend finds for queries made at random what brute force finds, as a query and as a filter. */
public abstract class RandomQueryContract extends BackendContract {
    private static final int ROWS = 80;
    private static final int QUERIES = 1_000;
    private static final int MANY_QUERIES = 20_000;

    @Override
    protected IndexDefinition define(String index) {
        return Fixtures.definition(
                        index,
                        field("title", FieldType.TEXT).withWeight(3),
                        field("body", FieldType.TEXT),
                        field("note", FieldType.TEXT).withAnalyzers(List.of("cjk")),
                        field("tag", FieldType.KEYWORD).alsoReversed(),
                        field("n", FieldType.LONG),
                        field("at", FieldType.DATE),
                        field("place", FieldType.GEO_POINT))
                .withSynonyms(
                        new SynonymRules("synonyms.txt", RandomRequests.SYNONYMS.size(), RandomRequests.SYNONYMS));
    }

    @Test
    void queriesMadeAtRandomFindWhatBruteForceFinds() {
        compare(QUERIES, 11);
    }

    @Test
    @OnlyWithFaults
    void twentyThousandQueriesFindWhatBruteForceFinds() {
        compare(MANY_QUERIES, 12);
    }

    private void compare(int queries, long seed) {
        RandomRequests random = new RandomRequests(new Random(seed));
        Map<String, RandomQueries.Row> rows = new TreeMap<>();
        for (int i = 0; i < ROWS; i++) {
            rows.put(String.format(Locale.ROOT, "row-%02d", i), random.row());
        }
        SoftAssertions softly = new SoftAssertions();
        long found = 0;
        try (DocumentSearcher searcher = indexed(rows)) {
            for (int i = 0; i < queries; i++) {
                RandomRequests.Asked asked = random.request();
                RandomQueries.Sought sought = asked.sought();
                List<String> expected = rows.keySet().stream()
                        .filter(key -> sought.finds().test(rows.get(key)))
                        .toList();
                found += expected.size();
                softly.assertThat(found(searcher, asked, i % 2 == 0 && asked.mayBeFilter()))
                        .as("%s", asked)
                        .isEqualTo(expected);
            }
        }
        softly.assertAll();
        assertThat(found).as("rows of all queries").isGreaterThan(queries);
    }

    private DocumentSearcher indexed(Map<String, RandomQueries.Row> rows) {
        List<IndexOperation> operations = new ArrayList<>();
        rows.forEach((key, row) -> operations.add(Fixtures.upsert(key, 1, row.document())));
        DocumentSearcher searcher = openSearcher();
        try (DocumentWriter writer = openWriter()) {
            write(writer, operations);
        }
        searcher.refresh();
        return searcher;
    }

    private List<String> found(DocumentSearcher searcher, RandomRequests.Asked asked, boolean asFilter) {
        QueryContext context = new QueryContext(asked.zone(), asked.words(), RandomRequests.NOW);
        String text = asked.sought().text();
        List<Query> queries = new ArrayList<>();
        queries.add(
                asFilter
                        ? QueryStringParser.parseFilter(text, definition(), context)
                        : Ranking.added(QueryStringParser.parse(text, definition(), context), definition(), context));
        asked.area().ifPresent(area -> queries.add(QueryTree.parseFilter(area, definition(), "/filter", context)));
        List<Query> all = asked.synonyms() ? Synonyms.added(queries, definition(), context) : queries;
        SearchRequest request = asFilter
                ? new SearchRequest(new Query.MatchAll(), all, ROWS, PATIENCE)
                : new SearchRequest(all.get(0), all.subList(1, all.size()), ROWS, PATIENCE);
        return searcher.search(request).hits().stream()
                .map(hit -> hit.row().bytes().utf8())
                .sorted()
                .toList();
    }
}
