/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing.query;

import static io.hbasesearch.testing.Fixtures.field;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.Suggestions;
import io.hbasesearch.core.spi.search.FacetResult.Bucket;
import io.hbasesearch.testing.BackendContract;
import io.hbasesearch.testing.Fixtures;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Suggestions begin with the prefix in any case. */
public abstract class SuggestionContract extends BackendContract {
    private static final String KELVIN = "\u212a";
    private static final String LONG_S = "\u017f";
    private static final String DESERET_CAPITAL = "\ud801\udc00";
    private static final String DESERET_SMALL = "\ud801\udc28";
    private static final List<String> VALUES = List.of(
            "Ann@Example.com",
            "ann",
            "ANNA",
            "an",
            "Bob",
            "\u00dcnal",
            "\u00fcnal",
            "u\u0308nal",
            "Stra\u00dfe",
            "STRASSE",
            LONG_S + "tra\u00dfe",
            KELVIN + "elvin",
            "kelvin",
            "KELVIN",
            "\u03a3\u0391\u03a3",
            "\u03c3\u03b1\u03c2",
            "\u0130stanbul",
            "istanbul",
            "ISTANBUL",
            "\u0131stanbul",
            DESERET_CAPITAL + "x",
            DESERET_SMALL + "X",
            "a.b*c",
            "A.B*C",
            "axb",
            "\u6570\u636e",
            "k".repeat(160));

    @Override
    protected final IndexDefinition define(String index) {
        return Fixtures.definition(index, field("tag", FieldType.KEYWORD));
    }

    @Test
    void aPrefixFindsValuesInAnyCase() {
        try (DocumentWriter writer = openWriter();
                DocumentSearcher searcher = openSearcher()) {
            for (int i = 0; i < VALUES.size(); i++) {
                // A row with several values is also suggested by only those that begin so.
                List<String> values = List.of(VALUES.get(i), "other " + i);
                write(writer, Fixtures.upsert("row-" + i, i + 1, new Document(Map.of("tag", values))));
            }
            searcher.refresh();
            for (String prefix : prefixes()) {
                Suggestions found = Suggestions.of(searcher, definition(), "tag", prefix, List.of(), 100, PATIENCE);
                assertThat(found.values().stream().map(Bucket::key))
                        .as(prefix)
                        .containsExactlyInAnyOrderElementsOf(VALUES.stream()
                                .filter(value -> folded(value).startsWith(folded(prefix)))
                                .toList());
            }
            assertThatThrownBy(() ->
                            Suggestions.of(searcher, definition(), "tag", "k".repeat(151), List.of(), 10, PATIENCE))
                    .isInstanceOf(HBaseSearchException.class)
                    .hasMessageContaining("150");
        }
    }

    private static List<String> prefixes() {
        return List.of(
                "ann",
                "ANN",
                "aNn@exAMPLE.c",
                "\u00fc",
                "\u00dcN",
                "stra\u00df",
                "strass",
                "s",
                LONG_S,
                "k",
                KELVIN + "E",
                "\u03c3\u03b1\u03c3",
                "\u03c2",
                "i",
                "I",
                "\u0131",
                "\u0130S",
                DESERET_SMALL,
                DESERET_CAPITAL + "x",
                "a.B*",
                "A.",
                "\u6570",
                "zz",
                "K".repeat(150));
    }

    private static String folded(String text) {
        return text.codePoints()
                .map(c -> Character.toLowerCase(Character.toUpperCase(c)))
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }
}
