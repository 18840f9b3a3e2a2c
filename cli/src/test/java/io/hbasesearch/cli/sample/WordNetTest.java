/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.model.ColumnName;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WordNetTest {
    @Test
    void readsTheWordsTheGlossAndThePartOfSpeechOfASynset() {
        SampleRow row = WordNet.parse(
                "02084442 05 n 03 dog 0 domestic_dog 0 Canis_familiaris 0 002 @ 02083346 n 0000 #m 02083663 n 0000 "
                        + "| a member of the genus Canis; \"the dog barked all night\"  ",
                'n',
                "noun");

        assertThat(row.key().printable()).isEqualTo("02084442-n");
        assertThat(text(row, "words")).isEqualTo("dog, domestic dog, Canis familiaris");
        assertThat(text(row, "gloss")).isEqualTo("a member of the genus Canis; \"the dog barked all night\"");
        assertThat(text(row, "pos")).isEqualTo("noun");
        assertThat(text(row, "domain")).isEqualTo("noun.animal");
    }

    @Test
    void readsAHexadecimalWordCountAndRemovesSyntacticMarkers() {
        SampleRow row = WordNet.parse("00012345 00 s 0a " + "word(p) 0 ".repeat(10) + "000 | g", 'a', "adjective");

        assertThat(text(row, "words").split(", ")).hasSize(10).containsOnly("word");
    }

    @Test
    void refusesALineWithoutGloss() {
        assertThatThrownBy(() -> WordNet.parse("00012345 00 s 01 word 0 000", 'a', "adjective"))
                .hasMessageContaining("has no gloss");
    }

    @Test
    void holdsEverySynsetOnce() {
        List<SampleRow> rows = WordNet.rows();
        Set<Object> keys = new HashSet<>();
        rows.forEach(row -> keys.add(row.key()));

        assertThat(rows).hasSize(117_791);
        assertThat(keys).hasSameSizeAs(rows);
        assertThat(rows)
                .allSatisfy(row -> assertThat(row.key().bytes().length()).isEqualTo(10));
    }

    private static String text(SampleRow row, String qualifier) {
        return row.cells().get(ColumnName.of("d", qualifier)).utf8();
    }
}
