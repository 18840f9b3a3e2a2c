/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.query.Query;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In which part of an index documents are, and are looked for. */
class RowRoutingTest {
    @TempDir
    Path directory;

    private RowRouting routing(String more) {
        return new RowRouting(Definitions.read(
                directory,
                """
                rowKey: {undecodable: raw, spec: {parts: {user: {separator: '-'}, day: {width: 8}}}}
                elasticsearch: {routing: user}
                """
                        + more));
    }

    private static Query.Word word(String field, String text) {
        return new Query.Word(List.of(field), text);
    }

    private static Query.Bool must(Query... queries) {
        return new Query.Bool(List.of(queries), List.of(), List.of());
    }

    @Test
    void aDocumentIsWhereThePartOfItsRowKeySays() {
        RowRouting routing = routing("");
        assertThat(routing.isUsed()).isTrue();
        assertThat(routing.of(RowKey.utf8("u1-20240229"))).contains("u1");
        assertThat(routing.of(RowKey.utf8("u,\"1-20240229"))).contains("u,\"1");
    }

    @Test
    void aKeyThatDoesNotTellLeavesTheDocumentWhereItsIdPutsIt() {
        RowRouting routing = routing("");
        assertThat(routing.of(RowKey.utf8("odd"))).isEmpty();
        assertThat(routing.of(RowKey.utf8("-20240229"))).as("an empty part").isEmpty();
        RowRouting none = new RowRouting(Definitions.read(directory, "fields: {f: {value: x}}\n"));
        assertThat(none.isUsed()).isFalse();
        assertThat(none.of(RowKey.utf8("u1-20240229"))).isEmpty();
    }

    @Test
    void tooLongPartGivesNoRoutingAndLeavesPlacementToTheId() {
        RowRouting routing = new RowRouting(Definitions.read(
                directory,
                "rowKey: {undecodable: raw, spec: {parts: {whole: {}}}}\nelasticsearch: {routing: whole}\n"));
        assertThat(routing.of(RowKey.utf8("x".repeat(32_766)))).isPresent();
        assertThat(routing.of(RowKey.utf8("x".repeat(32_767)))).isEmpty();
        assertThat(routing.of(List.of(word("whole", "x".repeat(32_767))))).isEmpty();
    }

    @Test
    void aQueryThatCannotMatchWithoutThePartIsForOnePlace() {
        RowRouting routing = routing("");
        assertThat(routing.of(List.of(word("user", "u1")))).contains("u1");
        assertThat(routing.of(List.of(new Query.Phrase(List.of("user"), "u 1", 0))))
                .contains("u 1");
        assertThat(routing.of(List.of(word("day", "x"), must(word("day", "y"), must(word("user", "u1"))))))
                .contains("u1");
    }

    @Test
    void aQueryThatMayMatchElsewhereIsForAllPlaces() {
        RowRouting routing = routing("");
        Optional<String> everywhere = Optional.empty();
        assertThat(routing.of(List.of(new Query.MatchAll()))).isEqualTo(everywhere);
        assertThat(routing.of(List.of(word("day", "u1")))).isEqualTo(everywhere);
        assertThat(routing.of(List.of(new Query.Word(List.of("user", "day"), "u1"))))
                .isEqualTo(everywhere);
        assertThat(routing.of(List.of(new Query.Prefix(List.of("user"), "u")))).isEqualTo(everywhere);
        assertThat(routing.of(List.of(new Query.Bool(List.of(), List.of(word("user", "u1")), List.of()))))
                .isEqualTo(everywhere);
        assertThat(routing.of(
                        List.of(new Query.Bool(List.of(word("day", "x")), List.of(), List.of(word("user", "u1"))))))
                .isEqualTo(everywhere);
        assertThat(routing.of(List.of(word("user", "")))).isEqualTo(everywhere);
    }

    @Test
    void aFieldTellsThePlaceOnlyIfItHasThePartsVeryValue() {
        assertThat(routing("fields: {who: {key: user}}\n").of(List.of(word("who", "u1"))))
                .contains("u1");
        for (String changed : List.of("type: text", "transform: lower", "labels: {u1: one}", "onError: keep-raw")) {
            assertThat(routing("fields: {who: {key: user, " + changed + "}}\n").of(List.of(word("who", "u1"))))
                    .as(changed)
                    .isEmpty();
        }
    }
}
