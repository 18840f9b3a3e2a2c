/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing.query;

import static io.hbasesearch.testing.Fixtures.field;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.CellForm;
import io.hbasesearch.core.definition.value.DateForm;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.OnError;
import io.hbasesearch.core.definition.value.TextForm;
import io.hbasesearch.core.definition.value.ValueEncoding;
import io.hbasesearch.core.definition.value.ValueForm;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QueryContext;
import io.hbasesearch.core.query.QueryStringParser;
import io.hbasesearch.core.query.WordOptions;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.testing.BackendContract;
import io.hbasesearch.testing.Fixtures;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Every backend finds a typed word in each form that fields may have of it. */
public abstract class TypedWordsContract extends BackendContract {
    private static final List<WordOptions> EACH = List.of(
            WordOptions.EXACT, new WordOptions(true, false), new WordOptions(false, true), new WordOptions(true, true));

    private static final Map<String, Map<String, Object>> ROWS = Map.of(
            "works", Map.of("note", "the works of Shakespeare", "state", "open"),
            "colon", Map.of("note", "Re: backup of Monday"),
            "glued", Map.of("note", "Re:backup of Tuesday"),
            "introduction", Map.of("note", "intro to the tables"),
            "colonAfter", Map.of("note", "intro, Re: backup of Sunday"),
            "standard", Map.of("body", "Re: backup of Friday"),
            "plain", Map.of("tag", "cafe"),
            "composed", Map.of("tag", "caf\u00e9"),
            "decomposed", Map.of("tag", "cafe\u0301"),
            "korean", Map.of("tag", "\u1112\u1161\u11ab\u1100\u116e\u11a8"));

    @Override
    protected IndexDefinition define(String index) {
        TextForm labels = new TextForm(Optional.empty(), List.of(), Map.of("the", "article", "it", "Italy"));
        FieldMapping state = new FieldMapping(
                "state",
                field("state", FieldType.KEYWORD).source(),
                FieldType.KEYWORD,
                new ValueForm(CellForm.of(ValueEncoding.UTF8), labels, DateForm.DEFAULT, OnError.DEAD_LETTER),
                List.of(),
                true);
        return Fixtures.definition(
                index,
                field("note", FieldType.TEXT).withAnalyzers(List.of("stop")),
                field("body", FieldType.TEXT),
                field("tag", FieldType.KEYWORD),
                state);
    }

    @Test
    void aStopWordIsOptionalThoughAFieldHasALabelForIt() {
        assertThat(found("the works")).containsExactly("works");
        assertThat(found("works it")).containsExactly("works");
    }

    @Test
    void aNameBeforeAColonAndItsWordAreFoundTogetherAndApart() {
        assertThat(found("Re:backup")).containsExactly("colon", "colonAfter", "glued", "standard");
        for (WordOptions words : EACH) {
            assertThat(found("intro Re:backup", words)).as("%s", words).containsExactly("colonAfter");
            assertThat(found("the Re:backup", words))
                    .as("%s", words)
                    .containsExactly("colon", "colonAfter", "glued", "standard");
            assertThat(found("intro Re:the", words)).as("%s", words).containsExactly("colonAfter");
            assertThat(found("-Re:backup intro", words)).as("%s", words).containsExactly("introduction");
        }
    }

    @Test
    void theWordAfterAColonIsFoundWhileItIsTyped() {
        WordOptions typing = new WordOptions(true, false);
        for (String text : List.of("Re:b", "Re:back", "Re:backup")) {
            assertThat(found(text, typing)).as(text).containsExactly("colon", "colonAfter", "glued", "standard");
            assertThat(found("intro " + text, typing)).as(text).containsExactly("colonAfter");
        }
        assertThat(found("Re:bakcup", new WordOptions(false, true))).contains("colon", "colonAfter", "standard");
    }

    @Test
    void wordsOfAQuestionThatOnlyAskAreOptional() {
        assertThat(found("what are the works of Shakespeare?")).containsExactly("works");
        assertThat(found("what are the works of Shakespeare")).isEmpty();
        assertThat(found("who was Shakespeare? -works")).isEmpty();
    }

    @Test
    void valuesAreFoundInBothFormsOfAccents() {
        assertThat(found("tag:caf\u00e9")).containsExactly("composed", "decomposed");
        assertThat(found("tag:\ud55c\uad6d")).containsExactly("korean");
    }

    @Test
    void anExpressionKeepsItsMeaning() {
        assertThat(found("tag:/caf[\u00e9\u00e8]/")).containsExactly("composed");
        assertThat(found("tag:/caf\u00e9?/")).containsExactly("composed");
    }

    private TreeSet<String> found(String query) {
        return found(query, WordOptions.EXACT);
    }

    private TreeSet<String> found(String text, WordOptions words) {
        Query query =
                QueryStringParser.parse(text, definition(), new QueryContext(Optional.empty(), words, Instant.now()));
        try (DocumentSearcher searcher = openSearcher();
                DocumentWriter writer = openWriter()) {
            write(
                    writer,
                    ROWS.entrySet().stream()
                            .map(row -> Fixtures.upsert(row.getKey(), 1, new Document(row.getValue())))
                            .toList());
            searcher.refresh();
            TreeSet<String> rows = new TreeSet<>();
            searcher.search(new SearchRequest(query, List.of(), 10, PATIENCE))
                    .hits()
                    .forEach(hit -> rows.add(hit.row().printable()));
            return rows;
        }
    }
}
