/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.definition.value.SynonymRules;
import io.hbasesearch.core.query.Query.Bool;
import io.hbasesearch.core.query.Query.Boost;
import io.hbasesearch.core.query.Query.Phrase;
import io.hbasesearch.core.query.Query.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SynonymsTest {
    private static final SynonymRules RULES = new SynonymRules(
            "synonyms.txt",
            6,
            Map.of(
                    "car", List.of("automobile", "motor car"),
                    "motor car", List.of("car", "automobile"),
                    "tv", List.of("television"),
                    "it", List.of("information technology"),
                    "计算机", List.of("电脑"),
                    "科学", List.of("science")));
    private static final IndexDefinition DEFINITION = DefinitionText.read(
                    "t",
                    "table: t\nfields: {text: {column: 'd:text', type: text}, note: {column: 'd:note', type: text, default: false},"
                            + " tag: {column: 'd:tag', type: keyword, default: false}, size: {column: 'd:size', type: int}}")
            .withSynonyms(RULES);
    private static final List<String> TEXT = List.of("text");

    private static Query plain(String text) {
        return text.startsWith("{") ? QueryTree.parse(text, DEFINITION) : QueryStringParser.parse(text, DEFINITION);
    }

    private static Query expanded(String text) {
        return Synonyms.added(plain(text), DEFINITION, new QueryContext());
    }

    private static Query word(String text) {
        return new Word(TEXT, text);
    }

    private static Query also(String text, float factor) {
        Query leaf = text.contains(" ") ? new Phrase(TEXT, text, 0) : new Word(TEXT, text);
        return new Boost(leaf, factor, true);
    }

    private static Query also(String text) {
        return also(text, Synonyms.FACTOR / text.split(" ").length);
    }

    private static Bool any(Query... should) {
        boolean isOneWord = !(should[0] instanceof Bool)
                && List.of(should).stream().anyMatch(each -> each instanceof Boost boost && boost.isSynonym());
        return isOneWord ? Bool.forms(List.of(should)) : new Bool(List.of(), List.of(should), List.of());
    }

    private static Bool all(Query... must) {
        return new Bool(List.of(must), List.of(), List.of());
    }

    @Test
    void anEntryOfSeveralWordsIsFoundInWhateverCaseWhereAKeywordFieldTransformsItsValues() {
        IndexDefinition definition = DefinitionText.read(
                        "t",
                        "table: t\nfields: {text: {column: 'd:text', type: text}, mail: {column: 'd:mail', type: keyword, transform:"
                                + " lower}, note: {column: 'd:note', type: text}}")
                .withSynonyms(RULES);
        for (String typed : List.of("motor car", "Motor car", "motor CAR", "MOTOR CAR")) {
            Query query = Synonyms.added(QueryStringParser.parse(typed, definition), definition, new QueryContext());
            assertThat(Synonyms.described(query))
                    .as(typed)
                    .anyMatch(line -> line.equalsIgnoreCase("motor car: car, automobile"));
        }
    }

    @Test
    void aWordMayMatchAsAnAlternativeThatCountsLess() {
        Bool car = any(word("CAR"), also("automobile"), also("motor car"));
        assertThat(expanded("CAR")).isEqualTo(car);
        assertThat(car.isOneText())
                .as("optional if the analyzer leaves nothing of it")
                .isTrue();
        assertThat(expanded("tv OR radio")).isEqualTo(any(any(word("tv"), also("television")), word("radio")));
        assertThat(expanded("tv?")).isEqualTo(any(word("tv?"), also("television")));
        assertThat(expanded("{\"match\": {\"text\": \"tv\"}}")).isEqualTo(any(word("tv"), also("television")));
        assertThat(expanded("tv^4")).isEqualTo(any(new Boost(word("tv"), 4), also("television", 4 * Synonyms.FACTOR)));
    }

    @Test
    void consecutiveWordsMayBeAnEntry() {
        Query motorCar = any(
                all(word("motor"), any(word("car"), also("automobile"), also("motor car"))),
                also("car"),
                also("automobile"));
        assertThat(expanded("motor car")).isEqualTo(motorCar);
        assertThat(expanded("red motor car wheel")).isEqualTo(all(word("red"), motorCar, word("wheel")));
        assertThat(expanded("{\"match\": {\"text\": \"Motor  car\"}}"))
                .isEqualTo(any(
                        all(word("Motor"), any(word("car"), also("automobile"), also("motor car"))),
                        also("car"),
                        also("automobile")));
        assertThat(expanded("motor note:car").toString()).as("other fields").doesNotContain("[text], text=automobile");
        assertThat(expanded("motor OR car"))
                .isEqualTo(any(word("motor"), any(word("car"), also("automobile"), also("motor car"))));
    }

    @Test
    void aWordMayBeAPrefixOrInexactToo() {
        Query[] typed = {
            word("car"),
            new Boost(new Query.Prefix(TEXT, "car"), 0.1f),
            new Boost(new Query.Fuzzy(TEXT, "car", 1), 0.1f)
        };
        Query car = any(typed[0], typed[1], typed[2], also("automobile"), also("motor car"));
        assertThat(Synonyms.added(any(typed), DEFINITION, new QueryContext())).isEqualTo(car);
        assertThat(Synonyms.added(all(word("motor"), any(typed)), DEFINITION, new QueryContext()))
                .isEqualTo(any(all(word("motor"), car), also("car"), also("automobile")));
        Query other = any(word("car"), new Query.Prefix(TEXT, "truck"));
        assertThat(Synonyms.added(other, DEFINITION, new QueryContext()))
                .isEqualTo(
                        any(any(word("car"), also("automobile"), also("motor car")), new Query.Prefix(TEXT, "truck")));
    }

    @Test
    void aNegatedWordExcludesOnlyItself() {
        assertThat(expanded("radio -tv")).isEqualTo(new Bool(List.of(word("radio")), List.of(), List.of(word("tv"))));
        for (String excluding : List.of(
                "radio NOT (tv OR car)", "-tv", "{\"bool\": {\"must_not\": [{\"match\": {\"text\": \"tv\"}}]}}")) {
            assertThat(expanded(excluding)).as(excluding).isEqualTo(plain(excluding));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"tv\"",
                "tv*",
                "tv~1",
                "/t(v|w)/",
                "tag:tv",
                "size:7",
                "radio",
                "televisions",
                "{\"phrase\": {\"text\": \"motor car\"}}",
                "{\"prefix\": {\"value\": \"tv\"}}",
                "{\"term\": {\"field\": \"tag\", \"value\": \"tv\"}}"
            })
    void theRestStaysAsItIs(String text) {
        assertThat(expanded(text)).isEqualTo(plain(text));
    }

    @Test
    void aNamedTextFieldIsSearchedForAlternatives() {
        Bool found = (Bool) expanded("note:tv");
        assertThat(found.should())
                .containsExactly(
                        new Word(List.of("note"), "tv"),
                        new Boost(new Word(List.of("note"), "television"), Synonyms.FACTOR, true));
    }

    @Test
    void keywordFieldsThatAreSearchedByDefaultAreSearchedForAlternativesInTheirOwnForm() {
        IndexDefinition tagged = DefinitionText.read(
                        "t",
                        "table: t\nfields: {text: {column: 'd:text', type: text}, tag: {column: 'd:tag', type: keyword, transform: upper}}")
                .withSynonyms(RULES);
        Query query = Synonyms.added(QueryStringParser.parse("tv", tagged), tagged, new QueryContext());
        List<Query> plain = ((Bool) QueryStringParser.parse("television", tagged)).should();
        assertThat(plain).hasSizeGreaterThan(1);
        List<Query> wanted = new ArrayList<>(((Bool) QueryStringParser.parse("tv", tagged)).should());
        plain.forEach(leaf -> wanted.add(new Boost(leaf, Synonyms.FACTOR, true)));
        assertThat(query).isEqualTo(Bool.forms(wanted));
        assertThat(Synonyms.added(QueryStringParser.parse("tag:tv", tagged), tagged, new QueryContext()))
                .isEqualTo(QueryStringParser.parse("tag:tv", tagged));
    }

    @Test
    void entriesWithinAWordWithoutBlanksAreReplaced() {
        assertThat(expanded("计算机科学")).isEqualTo(any(word("计算机科学"), also("电脑科学"), also("计算机science")));
        assertThat(expanded("IT部门")).isEqualTo(any(word("IT部门"), also("information technology部门")));
        assertThat(expanded("kit部门")).isEqualTo(word("kit部门"));
        assertThat(expanded("carpet")).isEqualTo(word("carpet"));
    }

    @Test
    void theWordsOfARankedQueryAreThoseThatWereTyped() {
        Query ranked = Ranking.added(plain("red car"), DEFINITION, new QueryContext());
        Bool found = (Bool) Synonyms.added(ranked, DEFINITION, new QueryContext());
        assertThat(found.must()).hasSize(2);
        assertThat(found.should()).containsExactly(new Phrase(TEXT, "red car", 0));
    }

    @Test
    void aRequestThatWouldCostTooMuchHasNoSynonyms() {
        Query query = plain("tv radio");
        QueryContext full = new QueryContext();
        while (full.cost().addIfAllowed(word("word"))) {}
        assertThat(Synonyms.added(query, DEFINITION, full)).isEqualTo(query);
        assertThat(full.notes()).singleElement().asString().contains("synonyms were left out");
    }

    @Test
    void synonymsAreDescribed() {
        assertThat(Synonyms.described(expanded("red motor car tv")))
                .containsExactly("motor car: car, automobile", "car: automobile, motor car", "tv: television");
        assertThat(Synonyms.described(plain("red OR tv"))).isEmpty();
    }

    @Test
    void withoutSynonymsNothingChanges() {
        IndexDefinition none = DEFINITION.withSynonyms(SynonymRules.NONE);
        Query query = plain("motor car");
        assertThat(Synonyms.added(query, none, new QueryContext())).isSameAs(query);
    }
}
