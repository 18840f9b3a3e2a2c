/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing.query;

import static io.hbasesearch.testing.Fixtures.field;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QueryContext;
import io.hbasesearch.core.query.QueryStringParser;
import io.hbasesearch.core.query.QuerySyntaxException;
import io.hbasesearch.core.query.Ranking;
import io.hbasesearch.core.query.WordOptions;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.testing.BackendContract;
import io.hbasesearch.testing.Fixtures;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/** Every backend answers each beginning of a query, and no row is found, lost and found again while somebody types it. */
public abstract class TypistContract extends BackendContract {
    private static final WordOptions TYPED = new WordOptions(true, true);

    /**
     * Matches beginnings of queries that may find rows again which a shorter one lost: the next character turns a word into the name of a
     * field or an operator, makes another number, or begins an alternative behind OR.
     */
    private static final Pattern FOUND_ANEW =
            Pattern.compile("(?<![A-Za-z])(title|note|tag|n):[0-9]*$|(?<![A-Za-z])(AND|OR|NOT)$|OR .$");

    private static final Map<String, Map<String, Object>> ROWS = Map.ofEntries(
            Map.entry("dick", Map.of("title", "Moby-Dick; or, The Whale", "tag", "light-house", "n", 1851L)),
            Map.entry("keeper", Map.of("title", "The lighthouse keeper's log", "tag", "keeper@example.com")),
            Map.entry("re", Map.of("title", "Re: backup of HBase tables", "tag", "re:backup")),
            Map.entry("oracle", Map.of("title", "ORACLE and ANDROID notes", "tag", "C++")),
            Map.entry("notre", Map.of("title", "Notre Dame de Paris", "tag", "orbit")),
            Map.entry(
                    "german",
                    Map.of("title", "Die Gr\u00f6\u00dfe der Stra\u00dfenb\u00e4ume in M\u00fcnchen", "n", 7L)),
            Map.entry(
                    "chinese",
                    Map.of(
                            "note",
                            "\u5173\u7cfb\u6570\u636e\u5e93\u7684\u5168\u6587\u68c0\u7d22\uff0cHBase\u5165\u95e8")),
            Map.entry(
                    "japanese",
                    Map.of("note", "\u6771\u4eac\u90fd\u306e\u30c7\u30fc\u30bf\u30d9\u30fc\u30b9\u5165\u9580")),
            Map.entry("other", Map.of("title", "nothing of note", "n", 12L)));

    private static final List<String> QUERIES = List.of(
            "Moby-Dick; or, The Whale",
            "lighthouse AND (keeper's OR \"the log\")",
            "title:\"lighthouse keeper's log\" -whale",
            "tag:light-house n:>1800",
            "keeper@example.com",
            "Re:backup HBase",
            "Re: backup n:[1 TO 2000] OR tables^0.5",
            "ORACLE ANDROID",
            "NOTRE Dame",
            "Gr\u00f6\u00dfe Stra\u00dfenb\u00e4ume~1 M\u00fcnchen n:7",
            "\u5173\u7cfb\u6570\u636e\u5e93\u7684\uff0cHBase",
            "note:\u201c\u5168\u6587\u68c0\u7d22\u201d",
            "\u6771\u4eac\u90fd\u306e\u30c7\u30fc\u30bf\u30d9\u30fc\u30b9",
            "C++",
            "(light OR (moby n:1851)) NOT german\\-ish");

    @Override
    protected IndexDefinition define(String index) {
        return Fixtures.definition(
                index,
                field("title", FieldType.TEXT),
                field("note", FieldType.TEXT).withAnalyzers(List.of("cjk")),
                field("tag", FieldType.KEYWORD),
                field("n", FieldType.LONG));
    }

    @Test
    void eachBeginningOfAQueryIsAnsweredAndNoRowIsLostAndFoundAgain() {
        SoftAssertions softly = new SoftAssertions();
        try (DocumentSearcher searcher = indexed()) {
            for (String text : QUERIES) {
                Set<String> before = Set.of();
                Set<String> lost = new HashSet<>();
                for (int end = 1; end <= text.length(); end++) {
                    String typed = text.substring(0, end);
                    if (FOUND_ANEW.matcher(typed).find()) {
                        lost.clear();
                    }
                    Set<String> found = found(searcher, typed, softly);
                    softly.assertThat(found.stream().filter(lost::contains))
                            .as("found again by %s", typed)
                            .isEmpty();
                    before.stream().filter(row -> !found.contains(row)).forEach(lost::add);
                    before = found;
                }
            }
        }
        softly.assertAll();
    }

    private Set<String> found(DocumentSearcher searcher, String typed, SoftAssertions softly) {
        QueryContext context = new QueryContext(Optional.empty(), TYPED, Instant.now());
        try {
            Query query = Ranking.added(QueryStringParser.parse(typed, definition(), context), definition(), context);
            Set<String> rows = new HashSet<>();
            searcher.search(new SearchRequest(query, List.of(), 100, PATIENCE))
                    .hits()
                    .forEach(hit -> rows.add(hit.row().printable()));
            return rows;
        } catch (QuerySyntaxException e) {
            softly.fail("%s is refused: %s", typed, e.getMessage());
            return Set.of();
        }
    }

    private DocumentSearcher indexed() {
        DocumentSearcher searcher = openSearcher();
        try (DocumentWriter writer = openWriter()) {
            write(
                    writer,
                    ROWS.entrySet().stream()
                            .map(row -> Fixtures.upsert(row.getKey(), 1, new Document(row.getValue())))
                            .toList());
        }
        searcher.refresh();
        return searcher;
    }
}
