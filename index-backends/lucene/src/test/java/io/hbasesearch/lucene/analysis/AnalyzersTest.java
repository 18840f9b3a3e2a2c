/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.ElasticsearchOptions;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.IndexOptions;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.testing.Fixtures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.junit.jupiter.api.Test;

class AnalyzersTest {
    @Test
    void everyNamedAnalyzerCanBeMadeAndUsed() throws IOException {
        for (String name : NamedAnalyzers.all().keySet()) {
            assertThat(tokens(name, "Zwölf 北京 кошка")).as(name).isNotEmpty();
        }
    }

    @Test
    void analyzersDoWhatTheirNamesSay() throws IOException {
        assertThat(tokens("standard", "The Cats 北京大学")).containsExactly("the", "cats", "北", "京", "大", "学");
        assertThat(tokens("cjk", "The Cats 北京大学")).containsExactly("cats", "北京", "京大", "大学");
        assertThat(tokens("smartcn", "我在北京大学读书")).contains("北京大学");
        assertThat(tokens("english", "The Cats")).containsExactly("cat");
        assertThat(tokens("japanese", "東京都に行きました")).contains("東京", "行く");
        assertThat(tokens("kuromoji", "東京都に行きました")).isEqualTo(tokens("japanese", "東京都に行きました"));
        assertThat(tokens("korean", "서울에 갔다")).contains("서울", "가");
        assertThat(tokens("nori", "서울에 갔다")).isEqualTo(tokens("korean", "서울에 갔다"));
        assertThat(tokens("whitespace", "The Cats!")).containsExactly("The", "Cats!");
        assertThat(tokens("keyword", "The Cats")).containsExactly("The Cats");
        assertThat(tokens("no-such-analyzer", "The Cats")).containsExactly("the", "cats");
    }

    @Test
    void traditionalAndSimplifiedCharactersFindEachOther() throws IOException {
        assertThat(tokens("cjk_t2s", "The 圖書館"))
                .isEqualTo(tokens("cjk_t2s", "图书馆"))
                .containsExactly("图书", "书馆");
        assertThat(tokens("smartcn_t2s", "我在北京大學讀書"))
                .isEqualTo(tokens("smartcn", "我在北京大学读书"))
                .contains("北京大学", "读书");
        assertThat(tokens("cjk", "圖書館")).containsExactly("圖書", "書館");
    }

    @Test
    void theFirstKnownNameOfEachTextFieldIsChosen() {
        IndexDefinition definition = Fixtures.definition(
                "mail",
                Fixtures.field("subject", FieldType.TEXT).withAnalyzers(List.of("ik_smart", "smartcn", "cjk")),
                Fixtures.field("body", FieldType.TEXT),
                Fixtures.field("sender", FieldType.KEYWORD));
        assertThat(Analyzers.choose(definition)).isEqualTo(Map.of("subject", "smartcn", "body", "standard"));
    }

    @Test
    void whatIsForElasticsearchAloneIsRefusedWithBothWaysOut() {
        IndexDefinition plain = Fixtures.definition("mail", Fixtures.field("body", FieldType.TEXT));
        ElasticsearchOptions options = new ElasticsearchOptions(
                Optional.of(2), Optional.empty(), Optional.empty(), Map.of(), Map.of(), Map.of());
        IndexDefinition definition = new IndexDefinition(
                plain.name(),
                plain.table(),
                plain.rowKeyFormat(),
                plain.rowKey(),
                plain.fields(),
                new IndexOptions(List.of(), options),
                plain.hash());
        assertThatThrownBy(() -> Analyzers.choose(definition))
                .isInstanceOfSatisfying(HBaseSearchException.class, failure -> {
                    assertThat(failure.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID);
                    assertThat(failure.hint())
                            .hasValueSatisfying(hint -> assertThat(hint).contains("index.backend: elasticsearch"));
                })
                .hasMessageContaining("mail");
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
