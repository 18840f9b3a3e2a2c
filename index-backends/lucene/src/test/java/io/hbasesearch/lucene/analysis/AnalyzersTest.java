/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.AnalyzerVersion;
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
import java.util.stream.Collectors;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.junit.jupiter.api.Test;

class AnalyzersTest {
    @Test
    void everyNamedAnalyzerCanBeMadeAndUsed() throws IOException {
        for (String name : Analyzers.names()) {
            assertThat(tokens(name, "Zwölf 北京 кошка")).as(name).isNotEmpty();
            String current = AnalyzerVersion.current(name).stored();
            assertThat(tokens(current, "Zwölf 北京 кошка")).as(current).isNotEmpty();
            assertThat(sought(current, "Zwölf 北京 кошка")).as(current).isNotEmpty();
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
    void analyzersThatKeepEndingsLeaveWordsWhole() throws IOException {
        for (String name : Analyzers.names()) {
            if (AnalyzerVersion.current(name).keepsEndings()) {
                assertThat(tokens(name, "libraries")).as(name).containsExactly("libraries");
            }
        }
        assertThat(tokens("smartcn", "libraries")).containsExactly("librari");
        assertThat(AnalyzerVersion.current("smartcn").keepsEndings()).isFalse();
        assertThat(AnalyzerVersion.current("smartcn_t2s").keepsEndings()).isFalse();
        assertThat(AnalyzerVersion.parse("cjk@2").keepsEndings()).isTrue();
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
    void documentsHaveSingleCharactersAtTheirPositionsAndQueriesHavePairs() throws IOException {
        assertThat(tokens("cjk@2", "The 数据库 IT部门"))
                .containsExactly("the", "数", "数据", "据", "据库", "库", "it", "部", "部门", "门");
        assertThat(sought("cjk@2", "数据库")).containsExactly("数据", "据库");
        assertThat(sought("cjk@2", "据")).containsExactly("据");
        assertThat(sought("cjk_t2s@2", "數據庫")).containsExactly("数据", "据库");
        assertThat(tokens("cjk_t2s@2", "數據")).containsExactly("数", "数据", "据");
        String text = "数据库 hbase，王小明Ａ型";
        assertThat(positions("cjk@2", false, text))
                .isEqualTo(Map.of("数据", 0, "据库", 1, "hbase", 3, "王小", 4, "小明", 5, "a", 7, "型", 8));
        assertThat(positions("cjk@2", true, text))
                .containsAllEntriesOf(positions("cjk@2", false, text))
                .containsEntry("库", 2)
                .containsEntry("明", 6);
    }

    @Test
    void singleCharactersOfWordsAreFoundToo() throws IOException {
        for (String name : List.of("smartcn", "smartcn_t2s", "japanese", "kuromoji", "korean", "nori")) {
            String current = AnalyzerVersion.current(name).stored();
            for (String character : List.of("王", "据", "库")) {
                assertThat(tokens(current, "王小明的数据库"))
                        .as("%s %s", current, character)
                        .containsAll(sought(current, character));
                assertThat(sought(current, character)).as(current).hasSize(1);
            }
        }
        assertThat(tokens("smartcn@2", "清华大学 hbase")).containsExactly("清华大学", "清", "华", "大", "学", "hbase");
    }

    /** Documents of an index of an earlier version have no single characters, and lack what were stop words then. */
    @Test
    void anIndexKeepsTheVersionOfItsAnalyzer() throws IOException {
        assertThat(tokens("cjk", "IT部门")).containsExactly("部门");
        assertThat(sought("cjk", "IT部门")).containsExactly("部门");
        assertThat(Analyzers.isKnown("cjk")).isTrue();
        assertThat(Analyzers.isKnown("cjk@2")).isTrue();
        assertThat(Analyzers.isKnown("cjk@3")).isFalse();
        assertThat(Analyzers.isKnown("english@2")).isFalse();
    }

    @Test
    void theFirstKnownNameOfEachTextFieldIsChosen() {
        IndexDefinition definition = Fixtures.definition(
                "mail",
                Fixtures.field("subject", FieldType.TEXT).withAnalyzers(List.of("ik_smart", "smartcn", "cjk")),
                Fixtures.field("body", FieldType.TEXT),
                Fixtures.field("sender", FieldType.KEYWORD));
        assertThat(Analyzers.choose(definition)).isEqualTo(Map.of("subject", "smartcn@2", "body", "standard"));
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

    /** The tokens of a document. */
    private static List<String> tokens(String stored, String text) throws IOException {
        return each(stored, true, text).stream().map(Token::text).toList();
    }

    /** The tokens of a query. */
    private static List<String> sought(String stored, String text) throws IOException {
        return each(stored, false, text).stream().map(Token::text).toList();
    }

    private static Map<String, Integer> positions(String stored, boolean ofDocument, String text) throws IOException {
        return each(stored, ofDocument, text).stream().collect(Collectors.toMap(Token::text, Token::position));
    }

    private record Token(String text, int position) {}

    private static List<Token> each(String stored, boolean ofDocument, String text) throws IOException {
        List<Token> tokens = new ArrayList<>();
        try (IndexAnalyzers both = IndexAnalyzers.of(Map.of("body", stored));
                TokenStream stream = (ofDocument ? both.documents() : both.queries()).tokenStream("body", text)) {
            CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
            PositionIncrementAttribute increment = stream.addAttribute(PositionIncrementAttribute.class);
            stream.reset();
            int position = -1;
            while (stream.incrementToken()) {
                position += increment.getPositionIncrement();
                tokens.add(new Token(term.toString(), position));
            }
            stream.end();
        }
        return tokens;
    }
}
