/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.testing.Fixtures;
import io.hbasesearch.testing.MemoryTable;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.assertj.core.api.SoftAssertions;

/**
 * Queries on parts of row keys as people write them. The index and the table answer each with the same rows, which are told here from the
 * values of each key. For one thread.
 */
final class KeyQueries {
    private static final String DEFINITION =
            """
            table: words
            rowKey:
              spec:
                parts:
                  name:  {type: utf8, separator: '|'}
                  state: {type: ascii, width: 1}
                  num:   {type: decimal, width: 4}
                  day:   {type: date, pattern: yyyyMMdd, zone: Asia/Shanghai}
            fields:
              state: {key: state, type: keyword, labels: {"1": open, "2": closed, "3": "4", "4": "3", x: closed}}
              count: {column: 'd:count', type: long, encoding: utf8, labels: {few: "3", many: "100"}}
            """;

    /** Keys that are one name, reversed. Fields of both kinds of key have the same values. */
    private static final String REVERSED =
            """
            table: words
            rowKey: {spec: {parts: {name: {type: utf8, transform: reverse}}}}
            fields:
              name: {key: name, type: keyword, reverse: true}
            """;

    private static final String COMPOSED = "caf\u00e9";
    private static final String DECOMPOSED = Normalizer.normalize(COMPOSED, Normalizer.Form.NFD);
    private static final String CITY = "\u0130stanbul";

    /** Names as key values: of one character, stop words, with signs, in several scripts, cases and widths. */
    private static final List<String> NAMES = List.of(
            "iPhone15Pro",
            "iphone15pro",
            CITY,
            "istanbul",
            "\uff21\uff22\uff23",
            "ABC",
            "\u6570\u636e\u5e93",
            "\u6570\u636e",
            "\u636e",
            "\u738b\u5c0f\u660e",
            "\u738b",
            "lighthouse?",
            "lighthouse",
            "Re: x",
            "https://a.org/b?c=1",
            "the",
            "IT",
            "it",
            "a",
            COMPOSED,
            DECOMPOSED,
            "cafe",
            "\ud83d\ude00",
            "x*y",
            "\ud55c\uad6d",
            Normalizer.normalize("\ud55c\uad6d", Normalizer.Form.NFD));

    private static final List<String> STATES = List.of("1", "2", "3", "4", "5", "x");
    private static final Map<String, String> LABELS =
            Map.of("1", "open", "2", "closed", "3", "4", "4", "3", "x", "closed");

    /** The values of one key, and the column's; each number from 1 has its own row. */
    private record Values(String name, String state, int num, String day, long count) {
        RowKey key() {
            return RowKey.utf8(name + "|" + state + String.format(Locale.ROOT, "%04d", num) + day);
        }
    }

    /**
     * Tells which rows a query finds.
     *
     * @param isOfKeys whether row keys alone determine the rows of a query with this filter, so that the table must answer
     */
    private record Expected(boolean isOfKeys, Predicate<Values> rows) {}

    private final TreeMap<RowKey, Values> rows = new TreeMap<>();
    private final Map<String, Expected> queries = new LinkedHashMap<>();

    private final IndexDefinition definition;

    private KeyQueries(String definition) {
        this.definition = DefinitionText.read(Fixtures.uniqueName("keys"), definition);
    }

    /** Creates queries on keys of several parts. */
    static KeyQueries ofParts() {
        KeyQueries queries = new KeyQueries(DEFINITION);
        int num = 1;
        for (String name : NAMES) {
            for (int i = 0; i < STATES.size(); i++, num++) {
                Values values = new Values(
                        name, STATES.get(num % STATES.size()), num, "2026030" + (1 + num % 3), num % 2 == 0 ? 3 : 100);
                queries.rows.put(values.key(), values);
            }
        }
        queries.asWritten();
        queries.ofSeveralForms();
        queries.ofNumbersAndLabels();
        queries.combined();
        return queries;
    }

    /** Creates queries on keys that are reversed names. */
    static KeyQueries ofReversedNames() {
        KeyQueries queries = new KeyQueries(REVERSED);
        for (String name : NAMES) {
            queries.rows.put(
                    RowKey.utf8(new StringBuilder(name).reverse().toString()), new Values(name, "1", 1, "20260301", 3));
        }
        queries.ends();
        return queries;
    }

    IndexDefinition definition() {
        return definition;
    }

    private static Predicate<Values> named(String... names) {
        return row -> List.of(names).contains(row.name());
    }

    private static Predicate<Values> begins(String prefix) {
        return row -> row.name().startsWith(prefix);
    }

    private static String shown(Values row) {
        return LABELS.getOrDefault(row.state(), row.state());
    }

    /** Compares as HBase does. Characters outside of the basic plane come last. */
    private static boolean isFrom(String least, Values row) {
        return ByteArray.utf8(row.name()).compareTo(ByteArray.utf8(least)) >= 0;
    }

    private static Predicate<Values> state(String shown) {
        return row -> shown(row).equals(shown);
    }

    private void keys(String filter, Predicate<Values> expected) {
        queries.put(filter, new Expected(true, expected));
    }

    private void index(String filter, Predicate<Values> expected) {
        queries.put(filter, new Expected(false, expected));
    }

    private void asWritten() {
        keys("name:iPhone15*", begins("iPhone15"));
        keys("name:iphone15*", begins("iphone15"));
        keys("name:\u0130st*", begins("\u0130st"));
        keys("name:ist*", begins("ist"));
        keys("name:\uff21\uff22*", begins("\uff21\uff22"));
        keys("name:AB*", begins("AB"));
        keys("name:\u6570\u636e*", begins("\u6570\u636e"));
        keys("name:\u6570\u636e\u5e93", named("\u6570\u636e\u5e93"));
        keys("name:\u636e", named("\u636e"));
        keys("name:\u738b", named("\u738b"));
        keys("name:\u738b*", begins("\u738b"));
        keys("name:\"lighthouse?\"", named("lighthouse?"));
        keys("name:lighthouse\\?", named("lighthouse?"));
        index("name:lighthouse?", row -> row.name().matches("lighthouse."));
        keys("name:\"Re: x\"", named("Re: x"));
        keys("name:\"https://a.org/b?c=1\"", named("https://a.org/b?c=1"));
        keys("name:https\\://a.org*", begins("https://a.org"));
        keys("name:the", named("the"));
        keys("name:IT", named("IT"));
        keys("name:it", named("it"));
        keys("name:a", named("a"));
        keys("name:\ud83d\ude00", named("\ud83d\ude00"));
        keys("name:x\\*y", named("x*y"));
        keys("name:(the OR a OR IT)", named("the", "a", "IT"));
        keys("name:[a TO c]", row -> isFrom("a", row) && !isFrom("c", row));
        keys("name:[\uff21 TO *]", row -> isFrom("\uff21", row));
        keys("name>=" + CITY, row -> isFrom(CITY, row));
        index("name:*", row -> true);
    }

    private void ofSeveralForms() {
        for (String written : List.of(COMPOSED, DECOMPOSED)) {
            keys("name:" + written, named(COMPOSED, DECOMPOSED));
            keys("name:" + written + "*", named(COMPOSED, DECOMPOSED));
        }
        keys("name:cafe", named("cafe"));
        for (Normalizer.Form form : List.of(Normalizer.Form.NFC, Normalizer.Form.NFD)) {
            String korean = Normalizer.normalize("\ud55c\uad6d", form);
            keys("name:" + korean, row -> Normalizer.normalize(row.name(), form).equals(korean));
        }
    }

    private void ofNumbersAndLabels() {
        Predicate<Values> the = named("the");
        keys("name:the AND state:open", the.and(state("open")));
        keys("name:the AND state:closed", the.and(state("closed")));
        keys("name:the AND state:2", the.and(state("closed")));
        keys("name:the AND state:3", the.and(state("3")));
        keys("name:the AND state:5", the.and(state("5")));
        keys("name:the AND state:(open OR 5)", the.and(state("open").or(state("5"))));
        keys("name:the AND state:[c TO d]", the.and(state("closed")));
        keys("name:the AND num:" + wide("0092"), the.and(row -> row.num() == 92));
        keys("name:the AND num:[91 TO " + wide("92") + "]", the.and(row -> row.num() == 91 || row.num() == 92));
        keys("name:the AND num:\"+92\"", the.and(row -> row.num() == 92));
        keys("name:the AND count:few", the.and(row -> row.count() == 3));
        keys("name:the AND count:[few TO " + wide("3") + "]", the.and(row -> row.count() == 3));
        keys("name:the AND count>few", the.and(row -> row.count() > 3));
        keys("name:the AND day:2026-03-02", the.and(row -> row.day().equals("20260302")));
        keys("name:the AND day:" + wide("2026-03-02"), the.and(row -> row.day().equals("20260302")));
        keys("name:the AND day>=\"2026-03-02T00:00\"", the.and(row -> row.day().compareTo("20260302") >= 0));
        index("state:open", state("open"));
        index("state:[3 TO 4]", state("3").or(state("4")));
    }

    private void combined() {
        keys(
                "name:the num:92 OR name:a",
                named("the").and(row -> row.num() == 92).or(named("a")));
        keys(
                "name:a OR name:the num:92",
                named("the").and(row -> row.num() == 92).or(named("a")));
        keys("name:a name:the OR name:IT", named("IT"));
        keys(
                "name:IT OR (name:the state:4 num:92 day:2026-03-03)",
                named("IT").or(named("the").and(row -> row.num() == 92)));
        keys("(name:a OR name:the) num:[92 TO *]", named("a", "the").and(row -> row.num() >= 92));
        keys("name:the -num:92", named("the").and(row -> row.num() != 92));
        keys("name:a -state:open", named("a").and(state("open").negate()));
        keys("name:a NOT count:few", named("a").and(row -> row.count() != 3));
        keys("+name:a +state:(open OR closed)", named("a").and(state("open").or(state("closed"))));
    }

    private void ends() {
        for (String end : List.of("Pro", "pro", "\u636e", "\u660e", "it", "IT", "bul", "\ud83d\ude00", "\uff23")) {
            keys("name:*" + end, row -> row.name().endsWith(end));
        }
        keys("name:*\\?", row -> row.name().endsWith("?"));
        keys("name:*\\:\\ x", row -> row.name().endsWith(": x"));
        for (String end : List.of("\u00e9", "e\u0301")) {
            keys("name:*f" + end, named(COMPOSED, DECOMPOSED));
            keys("name:*" + end, named(COMPOSED, DECOMPOSED));
        }
        keys(
                "name:*pro OR name:*IT",
                row -> row.name().endsWith("pro") || row.name().endsWith("IT"));
        keys("name:the", named("the"));
    }

    private static String wide(String text) {
        StringBuilder wide = new StringBuilder();
        text.chars().forEach(c -> wide.append((char) (c - '!' + '\uff01')));
        return wide.toString();
    }

    void fill(MemoryTable table) {
        rows.forEach((key, values) ->
                table.put(key, Map.of("count", values.count() == 3 ? "few" : "100", "other", values.day())));
    }

    List<RowKey> rows() {
        return List.copyOf(rows.keySet());
    }

    /** Asks the index and the table each query, as a filter and in a tree. */
    void assertAnswered(GatewayStand stand) {
        SoftAssertions softly = new SoftAssertions();
        queries.forEach((query, expected) -> {
            List<String> keys = new ArrayList<>();
            rows.forEach((key, values) -> {
                if (expected.rows().test(values)) {
                    keys.add(key.base64Url());
                }
            });
            Map<String, Object> tree = Map.of("query_string", Map.of("query", query));
            for (String plan : expected.isOfKeys() ? List.of("search", "table", "auto") : List.of("search", "auto")) {
                String what = query + " with plan=" + plan;
                softly.assertThatCode(() -> assertThat(found(stand, Map.of("filter", query, "plan", plan)))
                                .containsExactlyElementsOf(new TreeSet<>(keys)))
                        .as(what)
                        .doesNotThrowAnyException();
                softly.assertThatCode(() -> assertThat(found(stand, Map.of("query", tree, "plan", plan)))
                                .containsExactlyElementsOf(new TreeSet<>(keys)))
                        .as(what + " as a tree")
                        .doesNotThrowAnyException();
            }
            softly.assertThat(keys).as(query).isNotEmpty();
        });
        softly.assertAll();
    }

    private static TreeSet<String> found(GatewayStand stand, Map<String, Object> request) {
        return new TreeSet<>(GatewayStand.keys(
                GatewayStand.answer(stand.post("/search", Parity.with(request, "size", 500, "verify", "none")))));
    }

    /** Reads rows by the values of their parts, as hits show them and as keys have them. */
    void assertRead(GatewayStand stand) {
        for (Values values : rows.values()) {
            for (String state : List.of(values.state(), shown(values))) {
                String parts = "part.name=" + GatewayStand.encoded(values.name()) + "&part.state=" + state
                        + "&part.num=" + values.num() + "&part.day=2026-03-0"
                        + values.day().charAt(7);
                boolean isOther = LABELS.containsKey(state) && !state.equals(values.state());
                if (!isOther) {
                    assertThat(stand.answer("/rows?" + parts).at("/rows").findValuesAsText("key"))
                            .as(parts)
                            .containsExactly(values.key().base64Url());
                }
            }
        }
    }
}
