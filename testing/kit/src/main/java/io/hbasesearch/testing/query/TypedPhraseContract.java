/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing.query;

import static io.hbasesearch.testing.Fixtures.field;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QueryContext;
import io.hbasesearch.core.query.QueryStringParser;
import io.hbasesearch.core.query.Ranking;
import io.hbasesearch.core.query.WordOptions;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.testing.BackendContract;
import io.hbasesearch.testing.Fixtures;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** Every backend ranks rows where a word that is still typed directly follows the word before it above rows with both apart. */
public abstract class TypedPhraseContract extends BackendContract {
    private static final List<String> WORDS =
            List.of("new", "york", "young", "yonder", "running", "shoe", "short", "trip", "city", "old", "island");
    private static final int ROWS = 80;

    @Override
    protected IndexDefinition define(String index) {
        return Fixtures.definition(
                index,
                field("title", FieldType.TEXT).withWeight(2),
                field("body", FieldType.TEXT),
                field("tag", FieldType.KEYWORD));
    }

    private record Row(String title, String body) {
        Document document() {
            return new Document(Map.of("title", title, "body", body));
        }

        boolean hasTogether(String before, String begun) {
            return hasTogether(title, before, begun) || hasTogether(body, before, begun);
        }

        private static boolean hasTogether(String text, String before, String begun) {
            return (" " + text).contains(" " + before + " " + begun);
        }

        boolean hasWord(String word) {
            return Arrays.asList((title + " " + body).split(" ")).contains(word);
        }
    }

    private static String text(Random random, int most) {
        List<String> words = new ArrayList<>();
        for (int i = 1 + random.nextInt(most); i > 0; i--) {
            words.add(WORDS.get(random.nextInt(WORDS.size())));
        }
        return String.join(" ", words);
    }

    private List<String> found(DocumentSearcher searcher, String text) {
        WordOptions typing = new WordOptions(true, false);
        QueryContext context = new QueryContext(Optional.empty(), typing, Instant.now());
        Query query = Ranking.added(QueryStringParser.parse(text, definition(), context), definition(), context);
        return searcher.search(new SearchRequest(query, List.of(), ROWS, PATIENCE)).hits().stream()
                .map(hit -> hit.row().bytes().utf8())
                .toList();
    }

    @Test
    void rowsWithATypedWordBehindTheOneBeforeItComeFirst() {
        Random random = new Random(31);
        Map<String, Row> rows = new TreeMap<>();
        for (int i = 0; i < ROWS; i++) {
            rows.put(String.format("row-%02d", i), new Row(text(random, 3), text(random, 8)));
        }
        SoftAssertions softly = new SoftAssertions();
        try (DocumentSearcher searcher = openSearcher();
                DocumentWriter writer = openWriter()) {
            rows.forEach((key, row) -> write(writer, List.of(Fixtures.upsert(key, 1, row.document()))));
            searcher.refresh();
            for (String typed : List.of("new y", "new yo", "old city new yor", "running sho", "short tri", "old i")) {
                String begun = typed.substring(typed.lastIndexOf(' ') + 1);
                String others = typed.substring(0, typed.lastIndexOf(' '));
                String before = others.substring(others.lastIndexOf(' ') + 1);
                List<String> found = found(searcher, typed);
                List<String> together = found.stream()
                        .filter(key -> rows.get(key).hasTogether(before, begun))
                        .toList();
                softly.assertThat(found.subList(0, together.size())).as(typed).isEqualTo(together);
                softly.assertThat(found)
                        .as(typed)
                        .containsExactlyInAnyOrderElementsOf(rows.entrySet().stream()
                                .filter(row -> Arrays.stream(others.split(" ")).allMatch(row.getValue()::hasWord))
                                .filter(row -> WORDS.stream()
                                        .anyMatch(word -> word.startsWith(begun)
                                                && row.getValue().hasWord(word)))
                                .map(Map.Entry::getKey)
                                .toList());
            }
        }
        softly.assertAll();
    }
}
