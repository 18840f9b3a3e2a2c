/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.TableId;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Queries of an index that holds numbers in the form of earlier versions. */
class FormerNumbersTest {
    private static final IndexDefinition DEFINITION = IndexDefinition.of(
            "t",
            TableId.parse("t"),
            RowKeyFormat.TEXT,
            List.of(
                    FieldMapping.of("j", ColumnName.of("d", "j"), FieldType.JSON),
                    FieldMapping.of("k", ColumnName.of("d", "k"), FieldType.KEYWORD)));

    private static Set<String> words(String query) {
        Set<String> words = new TreeSet<>();
        collect(FormerNumbers.added(QueryStringParser.parse(query, DEFINITION), DEFINITION), words);
        return words;
    }

    private static void collect(Query query, Set<String> words) {
        if (query instanceof Query.Word word) {
            words.add(word.text());
        } else if (query instanceof Query.Bool bool) {
            bool.must().forEach(each -> collect(each, words));
            bool.should().forEach(each -> collect(each, words));
            bool.mustNot().forEach(each -> collect(each, words));
            bool.filter().forEach(each -> collect(each, words));
        }
    }

    @Test
    void aNumberOfAJsonFieldIsLookedForAsJavaPrintsItToo() {
        assertThat(words("j.p:12345678.9")).containsExactlyInAnyOrder("12345678.9", "1.23456789E7");
        assertThat(words("j.p:1E2")).containsExactlyInAnyOrder("1E2", "100", "100.0");
        assertThat(words("+j:0.00001 -j.p:7")).contains("0.00001", "1.0E-5", "7", "7.0");
        assertThat(words("j.p:word")).containsExactly("word");
        assertThat(words("k:100")).containsExactly("100");
    }
}
