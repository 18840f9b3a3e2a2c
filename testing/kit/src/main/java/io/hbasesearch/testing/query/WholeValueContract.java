/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing.query;

import static io.hbasesearch.testing.Fixtures.field;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.TextForm;
import io.hbasesearch.core.definition.value.TextStep;
import io.hbasesearch.core.definition.value.ValueForm;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QueryContext;
import io.hbasesearch.core.query.QueryStringParser;
import io.hbasesearch.core.query.Ranking;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.testing.BackendContract;
import io.hbasesearch.testing.Fixtures;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Every backend has a row first that has the whole text of the query as a value of a keyword field. */
public abstract class WholeValueContract extends BackendContract {
    /** The keys are in the opposite order of what is expected, so that no order is that of ties. */
    private static final Map<String, Map<String, Object>> ROWS = Map.of(
            "10-text", Map.of("left", "jazz", "right", "jazz"),
            "11-value", Map.of("left", "a good place to sit at night", "tag", "jazz"),
            "20-part", Map.of("left", "blue moon", "right", "blue moon", "tag", "a blue moon", "name", "a blue moon"),
            "21-phrase", Map.of("left", "blue moon", "right", "blue moon blue moon"),
            "22-value", Map.of("left", "a moon here and there", "right", "now is blue", "tag", "blue moon"),
            "30-phrase", Map.of("left", "green moon", "right", "green moon"),
            "31-value", Map.of("left", "a moon up there", "right", "now is green", "name", List.of("x", "green moon")),
            "40-cafe", Map.of("left", "caf\u00e9 caf\u00e9", "right", "caf\u00e9"),
            "41-cafe", Map.of("left", "some other place", "name", "caf\u00e9"),
            "50-other", Map.of("left", "some other text", "tag", "x", "name", "x"));

    @Override
    protected IndexDefinition define(String index) {
        return Fixtures.definition(
                index,
                field("left", FieldType.TEXT),
                field("right", FieldType.TEXT),
                field("tag", FieldType.KEYWORD),
                lower(field("name", FieldType.KEYWORD)));
    }

    private static FieldMapping lower(FieldMapping field) {
        ValueForm form = field.form();
        TextForm lower = new TextForm(Optional.empty(), List.of(new TextStep.Lower()), Map.of());
        return new FieldMapping(
                field.name(),
                field.source(),
                field.type(),
                new ValueForm(form.cells(), lower, form.dates(), form.onError()),
                field.analyzers(),
                field.searchedByDefault());
    }

    private DocumentSearcher indexed() {
        DocumentSearcher searcher = openSearcher();
        try (DocumentWriter writer = openWriter()) {
            write(
                    writer,
                    ROWS.entrySet().stream()
                            .sorted(Map.Entry.comparingByKey())
                            .map(row -> Fixtures.upsert(row.getKey(), 1, new Document(row.getValue())))
                            .toList());
        }
        searcher.refresh();
        return searcher;
    }

    private Query parse(String text) {
        return QueryStringParser.parse(text, definition());
    }

    private List<String> ranked(DocumentSearcher searcher, String text) {
        return rows(searcher, Ranking.added(parse(text), definition(), new QueryContext()));
    }

    private static List<String> rows(DocumentSearcher searcher, Query query) {
        List<SearchResult.Hit> hits = searcher.search(new SearchRequest(query, List.of(), 20, PATIENCE))
                .hits();
        return hits.stream().map(hit -> hit.row().bytes().utf8()).toList();
    }

    @Test
    void aWholeValueIsBetterThanWordsOfATextWhereverTheyStand() {
        try (DocumentSearcher searcher = indexed()) {
            assertThat(ranked(searcher, "jazz")).containsExactly("11-value", "10-text");
            assertThat(ranked(searcher, "\"jazz\"")).containsExactly("11-value", "10-text");
            assertThat(ranked(searcher, "jazz^0.5 -x")).containsExactly("11-value", "10-text");
            assertThat(ranked(searcher, "blue moon")).containsExactly("22-value", "21-phrase", "20-part");
            assertThat(ranked(searcher, "blue moon left:moon")).containsExactly("22-value", "21-phrase", "20-part");
        }
    }

    @Test
    void aWholeValueIsSoughtAsItsFieldTransformsIt() {
        try (DocumentSearcher searcher = indexed()) {
            assertThat(ranked(searcher, "GREEN Moon")).containsExactly("31-value", "30-phrase");
            assertThat(ranked(searcher, "CAF\u00c9")).containsExactly("41-cafe", "40-cafe");
            assertThat(ranked(searcher, "Cafe\u0301"))
                    .contains("41-cafe")
                    .first()
                    .isEqualTo("41-cafe");
        }
    }

    @Test
    void whatScoresNeverChangesWhatMatches() {
        try (DocumentSearcher searcher = indexed()) {
            for (String text :
                    List.of("jazz", "blue moon", "GREEN Moon", "\"green moon\"", "a blue moon", "x", "x y")) {
                assertThat(ranked(searcher, text))
                        .as(text)
                        .containsExactlyInAnyOrderElementsOf(rows(searcher, parse(text)));
            }
        }
    }
}
