/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.FieldType;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.testing.Fixtures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.junit.jupiter.api.Test;

class AnalyzersTest {
    @Test
    void every_named_analyzer_can_be_made_and_used() throws IOException {
        for (String name : NamedAnalyzers.all().keySet()) {
            assertThat(tokens(name, "Zwölf 北京 кошка")).as(name).isNotEmpty();
        }
    }

    @Test
    void analyzers_do_what_their_names_say() throws IOException {
        assertThat(tokens("standard", "The Cats 北京大学")).containsExactly("the", "cats", "北", "京", "大", "学");
        assertThat(tokens("cjk", "The Cats 北京大学")).containsExactly("cats", "北京", "京大", "大学");
        assertThat(tokens("smartcn", "我在北京大学读书")).contains("北京大学");
        assertThat(tokens("english", "The Cats")).containsExactly("cat");
        assertThat(tokens("whitespace", "The Cats!")).containsExactly("The", "Cats!");
        assertThat(tokens("keyword", "The Cats")).containsExactly("The Cats");
        assertThat(tokens("no-such-analyzer", "The Cats")).containsExactly("the", "cats");
    }

    @Test
    void the_first_known_name_of_each_text_field_is_chosen() {
        IndexDefinition definition = Fixtures.definition(
                "mail",
                Fixtures.field("subject", FieldType.TEXT).withAnalyzers(List.of("ik_smart", "smartcn", "cjk")),
                Fixtures.field("body", FieldType.TEXT),
                Fixtures.field("sender", FieldType.KEYWORD));
        assertThat(Analyzers.choose(definition)).isEqualTo(Map.of("subject", "smartcn", "body", "standard"));
    }

    private static List<String> tokens(String name, String text) throws IOException {
        List<String> tokens = new ArrayList<>();
        try (Analyzer analyzer = Analyzers.forFields(Map.of("body", name));
                TokenStream stream = analyzer.tokenStream("body", text)) {
            CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
            stream.reset();
            while (stream.incrementToken()) {
                tokens.add(term.toString());
            }
            stream.end();
        }
        return tokens;
    }
}
