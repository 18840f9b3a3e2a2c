/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Values that are found by their ends. */
class SuffixTest {
    private static final String TEXT =
            """
            table: calls
            rowKey: {spec: {parts: {phone: {type: ascii, width: 11, transform: reverse}}}}
            fields:
              host: {column: 'c:host', type: keyword, reverse: true}
              mail: {column: 'c:mail', type: keyword, reverse: true, transform: lower}
              city: {column: 'c:city', type: keyword}
              body: {column: 'c:body', type: text}
            """;
    private static final IndexDefinition DEFINITION = DefinitionText.read("calls", TEXT);

    @Test
    void aStarBeforeTheEndOfAValueIsASuffix() {
        assertThat(parse("phone:*5678")).isEqualTo(new Query.Suffix(List.of("phone"), "5678"));
        assertThat(parse("host:*.example.com")).isEqualTo(new Query.Suffix(List.of("host"), ".example.com"));
        assertThat(parse("mail:*@Example.COM")).isEqualTo(new Query.Suffix(List.of("mail"), "@example.com"));
        assertThat(parse("host:*a\\*b")).isEqualTo(new Query.Suffix(List.of("host"), "a*b"));
        assertThat(parse("host:\\*a")).isEqualTo(new Query.Word(List.of("host"), "*a"));
        assertThat(parse("host:*")).isInstanceOf(Query.Range.class);
        assertThat(QueryTree.parse("{\"suffix\": {\"field\": \"phone\", \"value\": \"5678\"}}", DEFINITION))
                .isEqualTo(new Query.Suffix(List.of("phone"), "5678"));
        assertThat(QueryTree.parse("{\"wildcard\": {\"field\": \"host\", \"pattern\": \"*a\\\\*b\"}}", DEFINITION))
                .isEqualTo(new Query.Suffix(List.of("host"), "a*b"));
    }

    @Test
    void whereEndsAreNotIndexedTheReasonAndTheWayOutAreTold() {
        assertRefused("city:*burg", "reversed", "reverse: true");
        assertRefused("body:*burg", "cannot begin with a wildcard", "reverse: true");
        assertRefused("*burg", "cannot begin with a wildcard", "reverse: true");
        assertRefused("host:*a?b", "cannot begin with a wildcard", "reverse: true");
        assertThatThrownBy(
                        () -> QueryTree.parse("{\"suffix\": {\"field\": \"body\", \"value\": \"burg\"}}", DEFINITION))
                .hasMessageContaining("for keyword fields");
    }

    @Test
    void definitionsKeepWhatIsReversedAndOnlyKeywordsAre() {
        assertThat(DEFINITION.field("host")).map(FieldMapping::reversed).contains(true);
        assertThat(DEFINITION.field("city")).map(FieldMapping::reversed).contains(false);
        assertThat(DefinitionText.read("calls", DefinitionText.write(DEFINITION)))
                .isEqualTo(DEFINITION);
        assertThat(DefinitionText.read("calls", TEXT.replace("type: keyword, reverse: true}", "type: keyword}"))
                        .hash())
                .isNotEqualTo(DEFINITION.hash());
        assertThatThrownBy(() -> DefinitionText.read("calls", TEXT.replace("type: text", "type: text, reverse: true")))
                .hasMessageContaining("only for type keyword");
    }

    private static Query parse(String text) {
        return QueryStringParser.parse(text, DEFINITION);
    }

    private static void assertRefused(String text, String message, String hint) {
        assertThatThrownBy(() -> parse(text))
                .isInstanceOfSatisfying(QuerySyntaxException.class, refusal -> assertThat(refusal.hint())
                        .hasValueSatisfying(each -> assertThat(each).contains(hint)))
                .hasMessageContaining(message);
    }
}
