/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing.query;

import static io.hbasesearch.testing.Fixtures.field;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.SynonymRules;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QueryContext;
import io.hbasesearch.core.query.QueryStringParser;
import io.hbasesearch.core.query.QueryTree;
import io.hbasesearch.core.query.Synonyms;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.testing.BackendContract;
import io.hbasesearch.testing.Fixtures;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** Every backend finds the synonyms of a word in each of the forms that the field's analyzer takes for the same word. */
public abstract class FoldedSynonymContract extends BackendContract {
    /** The forms of words with one meaning, first as the rules have it. The forms of one word stand together. */
    private static final Map<String, List<List<String>>> MEANINGS = Map.of(
            "chinese",
                    List.of(
                            List.of("\u53d1\u7968", "\u767c\u7968", "\u53d1\u7968\u3002"),
                            List.of("\u8d26\u5355", "\u8cec\u55ae")),
            "width",
                    List.of(
                            List.of("PDF", "\uff30\uff24\uff26", "pdf"),
                            List.of("\u6587\u4ef6"),
                            List.of("\u8cc7\u6599")),
            "accents",
                    List.of(
                            List.of("caf\u00e9", "cafe", "Cafe\u0301", "CAF\u00c9"),
                            List.of("bistro", "bistr\u00f4"),
                            List.of("stra\u00dfe caf\u00e9", "strasse cafe")));

    private static final Map<String, String> FIELDS = Map.of("chinese", "han", "width", "han", "accents", "latin");

    @Override
    protected IndexDefinition define(String index) {
        Map<String, List<String>> alternatives = new HashMap<>();
        MEANINGS.values().forEach(words -> {
            List<String> entries = words.stream().map(forms -> forms.get(0)).toList();
            entries.forEach(entry -> alternatives.put(
                    SynonymRules.key(entry),
                    entries.stream().filter(each -> !each.equals(entry)).toList()));
        });
        return Fixtures.definition(
                        index,
                        field("han", FieldType.TEXT).withAnalyzers(List.of("cjk_t2s")),
                        field("latin", FieldType.TEXT).withAnalyzers(List.of("folding")))
                .withSynonyms(new SynonymRules("synonyms.txt", MEANINGS.size(), alternatives));
    }

    private DocumentSearcher indexed() {
        DocumentSearcher searcher = openSearcher();
        try (DocumentWriter writer = openWriter()) {
            MEANINGS.forEach((meaning, words) -> words.stream()
                    .flatMap(List::stream)
                    .forEach(form -> write(
                            writer,
                            List.of(Fixtures.upsert(
                                    meaning + " " + form, 1, new Document(Map.of(FIELDS.get(meaning), form)))))));
        }
        searcher.refresh();
        return searcher;
    }

    private List<String> found(DocumentSearcher searcher, Query query) {
        Query all = Synonyms.added(query, definition(), new QueryContext());
        return searcher.search(new SearchRequest(all, List.of(), 100, PATIENCE)).hits().stream()
                .map(hit -> hit.row().bytes().utf8())
                .toList();
    }

    @Test
    void eachFormOfAWordFindsAllFormsOfItsSynonyms() {
        SoftAssertions softly = new SoftAssertions();
        try (DocumentSearcher searcher = indexed()) {
            MEANINGS.forEach((meaning, words) -> {
                List<String> all = words.stream().flatMap(List::stream).toList();
                List<String> rows =
                        all.stream().map(form -> meaning + " " + form).toList();
                for (String form : all) {
                    String tree =
                            "{\"match\": {\"field\": \"" + FIELDS.get(meaning) + "\", \"text\": \"" + form + "\"}}";
                    for (Query query : List.of(
                            QueryStringParser.parse(form, definition()),
                            QueryStringParser.parse(FIELDS.get(meaning) + ":(" + form + ")", definition()),
                            QueryTree.parse(tree, definition()))) {
                        softly.assertThat(found(searcher, query))
                                .as("%s", query)
                                .containsAll(rows);
                    }
                }
            });
        }
        softly.assertAll();
    }

    @Test
    void anEntryIsFoundInEachFormWithinAWordWithoutBlanks() {
        SoftAssertions softly = new SoftAssertions();
        try (DocumentSearcher searcher = openSearcher();
                DocumentWriter writer = openWriter()) {
            write(writer, List.of(Fixtures.upsert("a", 1, new Document(Map.of("han", "\u7535\u5b50\u8d26\u5355")))));
            searcher.refresh();
            for (String typed : List.of("\u7535\u5b50\u53d1\u7968", "\u96fb\u5b50\u767c\u7968")) {
                softly.assertThat(found(searcher, QueryStringParser.parse(typed, definition())))
                        .as(typed)
                        .containsExactly("a");
            }
        }
        softly.assertAll();
    }
}
