/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.lucene.util.automaton.CharacterRunAutomaton;
import org.apache.lucene.util.automaton.Operations;
import org.apache.lucene.util.automaton.RegExp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CaseFoldingTest {
    private static boolean begins(String value, String prefix) {
        return new CharacterRunAutomaton(Operations.determinize(
                        new RegExp(CaseFolding.prefixPattern(prefix), RegExp.NONE).toAutomaton(), 10_000))
                .run(value);
    }

    @ParameterizedTest
    @CsvSource({
        "ann, Ann@Example.com, true",
        "ANN@, ann@example.com, true",
        "stras, STRASSE, true",
        "strass, straße, false",
        "σας, ΣΑΣ, true",
        "ÜN, ünal, true",
        "i, İstanbul, true",
        "a.b, a.Bc, true",
        "a.b, axb, false",
        "a*, A*c, true",
        "数据, 数据库, true",
        "x, axe, false"
    })
    void aPatternMatchesWhatBeginsSoInAnyCase(String prefix, String value, boolean expected) {
        assertThat(begins(value, prefix)).isEqualTo(expected);
        assertThat(CaseFolding.fold(value).startsWith(CaseFolding.fold(prefix))).isEqualTo(expected);
    }

    @Test
    void everyCharacterMatchesItselfAndItsOtherCases() {
        for (int c = 1; c <= 0x1ffff; c++) {
            if (Character.isDefined(c) && (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)) {
                String pattern = CaseFolding.prefixPattern(Character.toString(c));
                if (pattern.length() > 4) {
                    for (int other : new int[] {c, Character.toUpperCase(c), Character.toLowerCase(c)}) {
                        assertThat(pattern).contains(Character.toString(other));
                    }
                }
            }
        }
    }

    @Test
    void theLongestPatternIsOneThatElasticsearchAccepts() {
        int longest = 0;
        for (int c = 1; c <= 0xffff; c++) {
            longest = Math.max(
                    longest, CaseFolding.prefixPattern(Character.toString(c)).length() - 2);
        }
        assertThat(longest * 150 + 2).isLessThanOrEqualTo(1_000);
    }
}
