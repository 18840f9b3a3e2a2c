/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing.query;

import static io.hbasesearch.testing.Fixtures.field;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QueryContext;
import io.hbasesearch.core.query.QueryStringParser;
import io.hbasesearch.core.query.QueryTree;
import io.hbasesearch.core.query.Ranking;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.testing.BackendContract;
import io.hbasesearch.testing.Fixtures;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every backend has the best row first, by the same weights. */
public abstract class RankingContract extends BackendContract {
    /** The keys are in the opposite order of what is expected, so that no order is that of ties. */
    private static final Map<String, Map<String, Object>> ROWS = Map.ofEntries(
            Map.entry(
                    "1-text",
                    Map.of("title", "nothing to see", "left", "whale watching trip", "right", "some other text")),
            Map.entry(
                    "2-title",
                    Map.of("title", "whale watching trip", "left", "nothing to see", "right", "some other text")),
            Map.entry("3-cat", Map.of("left", "one cat sleeps", "right", "some other text", "tag", "x")),
            Map.entry("4-dog", Map.of("left", "one dog sleeps", "right", "some other text", "tag", "x")),
            Map.entry("5-scattered", Map.of("left", "red sky now", "right", "apple pie here")),
            Map.entry("6-field", Map.of("left", "some sky now", "right", "apple so red")),
            Map.entry("7-phrase", Map.of("left", "some sky now", "right", "red apple pie")),
            Map.entry("72-near", Map.of("left", "hale hull hill", "right", "hale hull hill")),
            Map.entry("73-written", Map.of("left", "a hall of some length here", "right", "some other text")),
            Map.entry("8-other", Map.of("left", "some other thing", "right", "some other text", "note", "the words")));

    @Override
    protected IndexDefinition define(String index) {
        return Fixtures.definition(
                index,
                field("title", FieldType.TEXT).withWeight(3),
                field("left", FieldType.TEXT),
                field("right", FieldType.TEXT),
                field("note", FieldType.TEXT).withAnalyzers(List.of("stop")),
                field("tag", FieldType.KEYWORD));
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
        return text.startsWith("{") ? QueryTree.parse(text, definition()) : QueryStringParser.parse(text, definition());
    }

    private static SearchResult search(DocumentSearcher searcher, Query query) {
        return searcher.search(new SearchRequest(query, List.of(), 10, PATIENCE));
    }

    private List<String> found(DocumentSearcher searcher, String text) {
        Query query = Ranking.added(parse(text), definition(), new QueryContext());
        return rows(search(searcher, query));
    }

    private static List<String> rows(SearchResult result) {
        return result.hits().stream().map(hit -> hit.row().bytes().utf8()).toList();
    }

    @Test
    void aFieldCountsByItsWeight() {
        try (DocumentSearcher searcher = indexed()) {
            assertThat(found(searcher, "whale")).containsExactly("2-title", "1-text");
            assertThat(found(searcher, "watch*")).containsExactly("2-title", "1-text");
            assertThat(found(searcher, "left:whale OR title:whale")).containsExactly("2-title", "1-text");
        }
    }

    @Test
    void aPartOfAQueryCountsByItsWeight() {
        try (DocumentSearcher searcher = indexed()) {
            assertThat(found(searcher, "cat OR dog")).containsExactly("3-cat", "4-dog");
            assertThat(found(searcher, "cat OR dog^2")).containsExactly("4-dog", "3-cat");
            assertThat(found(searcher, "cat^0.5 OR dog")).containsExactly("4-dog", "3-cat");
            assertThat(found(searcher, "cat OR \"one dog\"^2")).containsExactly("4-dog", "3-cat");
            assertThat(found(searcher, "cat OR (dog sleeps)^2")).containsExactly("4-dog", "3-cat");
            assertThat(found(searcher, "tag:x left:(cat OR dog^2)")).containsExactly("4-dog", "3-cat");
            assertThat(found(searcher, "cat OR do*^3 OR dog~1^3")).containsExactly("4-dog", "3-cat");
            assertThat(found(searcher, "left:whale^9 OR title:whale")).containsExactly("1-text", "2-title");
            assertThat(found(
                            searcher,
                            "{\"bool\": {\"should\": [{\"match\": {\"text\": \"cat\"}},"
                                    + " {\"match\": {\"text\": \"dog\", \"boost\": 2}}]}}"))
                    .containsExactly("4-dog", "3-cat");
        }
    }

    @Test
    void wordsInOneFieldAreBetterThanScatteredOnesAndAPhraseIsBest() {
        try (DocumentSearcher searcher = indexed()) {
            assertThat(found(searcher, "red apple")).containsExactly("7-phrase", "6-field", "5-scattered");
            assertThat(found(searcher, "red^2 apple")).containsExactly("7-phrase", "6-field", "5-scattered");
        }
    }

    @Test
    void aWordAsItIsWrittenIsBetterThanSimilarOnes() {
        try (DocumentSearcher searcher = indexed()) {
            assertThat(found(searcher, "hall~1")).containsExactly("73-written", "72-near");
            assertThat(found(searcher, "hall~1 -x")).containsExactly("73-written", "72-near");
        }
    }

    @Test
    void whatScoresNeverChangesWhatMatches() {
        try (DocumentSearcher searcher = indexed()) {
            for (String text : List.of(
                    "red apple",
                    "red^3 apple",
                    "the words",
                    "the^2 words",
                    "the to",
                    "one sleeps -cat^2",
                    "hall~1 some",
                    "some unheardof")) {
                Query query = parse(text);
                SearchResult plain = search(searcher, Query.unboosted(query));
                SearchResult ranked = search(searcher, Ranking.added(query, definition(), new QueryContext()));
                assertThat(rows(ranked)).as(text).containsExactlyInAnyOrderElementsOf(rows(plain));
                assertThat(ranked.total()).as(text).isEqualTo(plain.total());
            }
        }
    }
}
