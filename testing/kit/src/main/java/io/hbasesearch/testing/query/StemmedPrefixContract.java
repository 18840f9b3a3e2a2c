/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing.query;

import static io.hbasesearch.testing.Fixtures.field;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.testing.BackendContract;
import io.hbasesearch.testing.Fixtures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/**
 * A phrase that ends with a prefix finds, in a field whose analyzer stems, the words of the index that begin as the prefix is written, and
 * the stem of the prefix as a word; every backend finds the same rows.
 */
public abstract class StemmedPrefixContract extends BackendContract {
    private static final int ROWS = 120;
    private static final int QUERIES = 400;

    /** {@code stem: words}, and beginnings of words that the stemmer changes too. */
    private static final String STEMS =
            """
            run: running runs run
            runner: runner
            runn: runne
            librari: library libraries librarie
            librarian: librarian librarians
            date: date dates dated dating
            datebook: datebook
            datestamp: datestamp
            happi: happy happiness
            happin: happine happines
            happili: happily
            univers: university universe universal universities universiti
            univ: unive univer univers
            universiti: universitie
            organ: organ organs organization organize
            theori: theory
            hero: hero heroes heroe
            """;

    private static final List<String> STOP_WORDS = List.of("of", "the", "or");
    private static final List<String> WORDS = words();

    /** {@code prefix => numbers of texts}. */
    private static final String GOLDEN =
            """
            running libr => 01 02
            running librar => 01 02
            running librari => 01 02
            running library => 01
            running libraries => 01
            running librarians => 02
            running dates => 03
            run of libr => 02 04 13
            running of the libr => 05
            cat of univers => 06
            cat of universities => 06
            cat universities => 09
            cat happ => 07 08
            cat happy => 08
            cat hap => 07 08
            cat ru => 10
            cat of ru => 11
            of libr => 01 02 04 05 13 14
            of the =>
            cat the => 06 07 08 09 10 11 14
            """;

    private static final List<String> TEXTS = List.of(
            "running library",
            "running librarian library",
            "running dates, datestamp",
            "run of librarians",
            "running of the library",
            "cat of universe",
            "cat happily happy",
            "cat happy",
            "cat universe",
            "cat runs of",
            "cat of runs",
            "running datebook datestamp",
            "running of librarians run",
            "cat cat library of library run");

    private static List<String> words() {
        return STEMS.lines()
                .flatMap(line -> Stream.of(line.split(": ")[1].split(" ")))
                .filter(word -> word.matches(".*([gsynrtdlk]|date|stamp|universe|organize|hero)$"))
                .filter(word -> !List.of("univ", "univer", "univers", "happines", "heroe")
                        .contains(word))
                .toList();
    }

    private static String stem(String word) {
        if (STOP_WORDS.contains(word)) {
            return "";
        }
        return STEMS.lines()
                .filter(line -> List.of(line.split(": ")[1].split(" ")).contains(word))
                .map(line -> line.split(": ")[0])
                .findFirst()
                .orElse(word);
    }

    @Override
    protected IndexDefinition define(String index) {
        return Fixtures.definition(index, field("body", FieldType.TEXT).withAnalyzers(List.of("english")));
    }

    @Test
    void goldenPrefixesFindTheirRows() {
        Map<String, String> rows = new TreeMap<>();
        TEXTS.forEach(text -> rows.put("%02d".formatted(rows.size() + 1), text));
        SoftAssertions softly = new SoftAssertions();
        try (DocumentSearcher searcher = searcherOf(rows)) {
            GOLDEN.lines().forEach(line -> {
                String[] sides = line.split(" =>", -1);
                String wanted = sides[1].strip();
                softly.assertThat(found(searcher, sides[0])).as(line).isEqualTo(wanted);
                softly.assertThat(expected(rows, sides[0]))
                        .as("brute force: " + line)
                        .isEqualTo(wanted);
            });
        }
        softly.assertAll();
    }

    @Test
    void prefixesMadeAtRandomFindWhatBruteForceFinds() {
        Random random = new Random(35);
        Map<String, String> rows = new TreeMap<>();
        for (int i = 0; i < ROWS; i++) {
            rows.put("row-" + (100 + i), words(random, 2 + random.nextInt(4)));
        }
        SoftAssertions softly = new SoftAssertions();
        long all = 0;
        try (DocumentSearcher searcher = searcherOf(rows)) {
            for (int i = 0; i < QUERIES; i++) {
                String last = any(random, WORDS);
                String prefix = words(random, 1 + random.nextInt(2)) + " "
                        + last.substring(0, 1 + random.nextInt(last.length()));
                String expected = expected(rows, prefix);
                all += expected.isEmpty() ? 0 : expected.split(" ").length;
                softly.assertThat(found(searcher, prefix)).as(prefix).isEqualTo(expected);
            }
        }
        softly.assertAll();
        assertThat(all).as("rows of all queries").isGreaterThan(QUERIES / 2);
    }

    private static String words(Random random, int count) {
        return Stream.generate(() -> random.nextInt(4) == 0 ? any(random, List.of("of", "the")) : any(random, WORDS))
                .limit(count)
                .collect(Collectors.joining(" "));
    }

    private static <T> T any(Random random, List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    /** Returns the rows whose words, at the same distances, have the stems of the query, the last one the prefix or its stem. */
    private static String expected(Map<String, String> rows, String prefix) {
        Map<Integer, String> sought = stems(prefix);
        int last = prefix.split(" ").length - 1;
        String written = sought.containsKey(last) ? prefix.substring(prefix.lastIndexOf(' ') + 1) : "\0";
        return rows.entrySet().stream()
                .filter(row -> {
                    Map<Integer, String> has = stems(row.getValue().replace(",", ""));
                    return !sought.isEmpty()
                            && has.keySet().stream()
                                    .anyMatch(at -> sought.entrySet().stream().allMatch(each -> {
                                        String word = has.getOrDefault(at + each.getKey() - first(sought), "");
                                        return word.equals(each.getValue())
                                                || (each.getKey() == last && word.startsWith(written));
                                    }));
                })
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(" "));
    }

    private static int first(Map<Integer, String> stems) {
        return stems.keySet().stream().min(Integer::compare).orElse(0);
    }

    private static Map<Integer, String> stems(String text) {
        Map<Integer, String> stems = new HashMap<>();
        String[] words = text.split(" ");
        for (int i = 0; i < words.length; i++) {
            String stem = stem(words[i]);
            if (!stem.isEmpty()) {
                stems.put(i, stem);
            }
        }
        return stems;
    }

    private DocumentSearcher searcherOf(Map<String, String> rows) {
        List<IndexOperation> operations = new ArrayList<>();
        rows.forEach((row, text) -> operations.add(Fixtures.upsert(row, 1, new Document(Map.of("body", text)))));
        try (DocumentWriter writer = openWriter()) {
            write(writer, operations);
        }
        DocumentSearcher searcher = openSearcher();
        searcher.refresh();
        return searcher;
    }

    private static String found(DocumentSearcher searcher, String prefix) {
        Query query = new Query.Prefix(List.of("body"), prefix);
        return searcher.search(new SearchRequest(query, List.of(), ROWS, PATIENCE)).hits().stream()
                .map(hit -> hit.row().bytes().utf8())
                .sorted()
                .collect(Collectors.joining(" "));
    }
}
