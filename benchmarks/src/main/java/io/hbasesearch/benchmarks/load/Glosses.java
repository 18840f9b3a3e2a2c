/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.load;

import io.hbasesearch.cli.sample.SampleRow;
import io.hbasesearch.cli.sample.WordNet;
import io.hbasesearch.core.model.ColumnName;
import java.util.List;

/**
 * Real English: the words and glosses of WordNet 3.1, of which texts of any length are put together. The same for the same
 * number. Immutable, safe for use by several threads.
 */
public final class Glosses {
    private static final ColumnName WORDS = ColumnName.of(WordNet.FAMILY, "words");
    private static final ColumnName GLOSS = ColumnName.of(WordNet.FAMILY, "gloss");
    // Prime, so that texts that follow each other are about different things.
    private static final int STRIDE = 7_919;

    private final List<Gloss> glosses;

    private record Gloss(String words, String text) {}

    /** Read once, when they are first needed. */
    private static final class Loaded {
        private static final Glosses ALL = new Glosses();
    }

    public static Glosses all() {
        return Loaded.ALL;
    }

    private Glosses() {
        glosses = WordNet.rows().stream()
                .map(row -> new Gloss(text(row, WORDS), text(row, GLOSS)))
                .toList();
    }

    private static String text(SampleRow row, ColumnName column) {
        var value = row.cells().get(column);
        return value == null ? "" : value.utf8();
    }

    private Gloss gloss(int number) {
        return glosses.get(Math.floorMod((long) number * STRIDE, glosses.size()));
    }

    /** The words of one synset. */
    public String title(int number) {
        return gloss(number).words();
    }

    /** As many glosses, one after the other, as it takes to have so many characters; the last one is cut. */
    public String text(int number, int characters) {
        StringBuilder text = new StringBuilder(characters);
        for (int i = number; text.length() < characters; i++) {
            text.append(text.isEmpty() ? "" : ". ").append(gloss(i).text());
        }
        text.setLength(characters);
        return text.toString();
    }
}
