/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.value.GeoPoint;
import io.hbasesearch.core.query.Query;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class QueryTextTest {
    /** Finds what records print. */
    private static final Pattern RECORD = Pattern.compile("\\w+\\[(\\w+=|\\])");

    private static final List<String> FIELDS = List.of("subject", "body");
    private static final Query WORD = new Query.Word(FIELDS, "whale");
    private static final Query RARE = new Query.Word(List.of("body"), "white");
    private static final Query SIZE = new Query.Range("size", "1", true, null, false);

    /** One query of each type at least, and how it is written. */
    private static final Map<Query, String> TEXTS = Map.ofEntries(
            Map.entry(new Query.MatchAll(), "*"),
            Map.entry(WORD, "subject,body:whale"),
            Map.entry(new Query.Word(FIELDS, "size!=302"), "subject,body:\"size!=302\""),
            Map.entry(new Query.Phrase(FIELDS, "white \"whale\"", 0), "subject,body:\"white \\\"whale\\\"\""),
            Map.entry(new Query.Phrase(FIELDS, "white whale", 2), "subject,body:\"white whale\"~2"),
            Map.entry(new Query.Prefix(FIELDS, "wha"), "subject,body:wha*"),
            Map.entry(new Query.Prefix(FIELDS, "New Yo"), "subject,body:\"New Yo\"*"),
            Map.entry(new Query.Suffix(List.of("phone"), "5678"), "phone:*5678"),
            Map.entry(new Query.Fuzzy(FIELDS, "whalle", 1), "subject,body:whalle~1"),
            Map.entry(new Query.Wildcard(FIELDS, "w?al*e"), "subject,body:w?al*e"),
            Map.entry(new Query.Regexp(FIELDS, "wha(l|k)e"), "subject,body:/wha(l|k)e/"),
            Map.entry(new Query.Exists("size"), "size:*"),
            Map.entry(SIZE, "size:[1 TO *}"),
            Map.entry(new Query.Range("tag", null, true, "a b", false), "tag:[* TO \"a b\"}"),
            Map.entry(new Query.Range("size", null, true, null, true), "size:*"),
            Map.entry(new Query.GeoDistance("place", new GeoPoint(31.5, 121.25), 5000), "place:within 5000 m of"),
            Map.entry(new Query.GeoBox("place", 32, 121, 31, 122), "place:from"),
            Map.entry(new Query.InCells(WORD), "cell(subject,body:whale)"),
            Map.entry(new Query.Boost(WORD, 2), "subject,body:whale^2"),
            Map.entry(new Query.Boost(WORD, 0.4f, true), "subject,body:whale^0.4"),
            Map.entry(
                    new Query.Bool(List.of(WORD, RARE), List.of(), List.of(SIZE)),
                    "subject,body:whale AND body:white AND NOT size:[1 TO *}"),
            Map.entry(new Query.Bool(List.of(), List.of(WORD, RARE), List.of()), "subject,body:whale OR body:white"),
            Map.entry(
                    new Query.Bool(List.of(SIZE), List.of(WORD), List.of(), List.of(RARE), 0),
                    "size:[1 TO *} AND optional(subject,body:whale) AND filter(body:white)"),
            Map.entry(
                    new Query.Bool(List.of(), List.of(WORD, RARE, SIZE), List.of(), List.of(), 2),
                    "at least 2 of (subject,body:whale, body:white, size:[1 TO *})"),
            Map.entry(
                    new Query.Bool(List.of(SIZE, Query.Bool.forms(List.of(WORD, RARE))), List.of(), List.of()),
                    "size:[1 TO *} AND (subject,body:whale OR body:white)"),
            Map.entry(new Query.Bool(List.of(), List.of(), List.of()), "nothing"));

    @Test
    void eachTypeIsWrittenForPeople() {
        TEXTS.forEach((query, text) -> assertThat(QueryText.of(query)).startsWith(text));
        TEXTS.keySet()
                .forEach(
                        query -> assertThat(QueryText.of(query)).as("%s", query).doesNotContainPattern(RECORD));
    }

    @Test
    void everyTypeIsTested() {
        assertThat(TEXTS.keySet().stream().map(Object::getClass).collect(Collectors.toSet()))
                .containsAll(Arrays.asList(Query.class.getPermittedSubclasses()));
    }
}
