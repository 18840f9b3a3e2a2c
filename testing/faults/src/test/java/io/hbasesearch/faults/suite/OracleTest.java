/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.system.EventLog;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.RawDocument;
import io.hbasesearch.system.RawDocument.State;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** An oracle that finds nothing proves something only if it finds what is there. */
class OracleTest {
    private static final RowKey ROW = RowKey.utf8("row");
    private static final Map<String, Object> FIELDS = Map.of("word", "w");

    @Test
    void aDocumentAtTheVersionOfItsRowsNewestEventIsAccountedFor() throws Exception {
        assertThat(unaccounted(State.ROW, 7, FIELDS, 7, 7)).isEmpty();
        assertThat(unaccounted(State.DELETED, 7, Map.of(), 7, 7)).isEmpty();
    }

    @Test
    void aDocumentBelowItsRowsNewestEventIsNot() throws Exception {
        assertThat(unaccounted(State.ROW, 6, FIELDS, 7, 7))
                .containsExactly("unaccounted row has no document or stub at version 7");
        assertThat(new Oracle(Map::of).unaccounted(announced(7, 7))).hasSize(1);
    }

    @Test
    void aDocumentAboveItsRowsNewestEventWouldRefuseEveryLaterWrite() throws Exception {
        assertThat(unaccounted(State.ROW, 8, FIELDS, 7, 7))
                .singleElement()
                .asString()
                .startsWith("overtaken row ");
        // Unless an event that names no row has come since.
        assertThat(unaccounted(State.ROW, 8, FIELDS, 7, 8)).isEmpty();
    }

    @Test
    void aStubHoldsNothing() throws Exception {
        assertThat(unaccounted(State.DELETED, 7, FIELDS, 7, 7)).hasSize(1);
    }

    @Test
    void onlyARowThatCannotBeMappedIsMarkedAsFailed() throws Exception {
        assertThat(misjudged(State.FAILED, Set.of(ROW))).isEmpty();
        assertThat(misjudged(State.DELETED, Set.of())).isEmpty();
        assertThat(misjudged(State.FAILED, Set.of())).hasSize(1);
        assertThat(misjudged(State.DELETED, Set.of(ROW))).hasSize(1);
        assertThat(misjudged(State.ROW, Set.of(ROW))).hasSize(1);
        assertThat(new Oracle(Map::of).misjudged(Set.of(ROW))).hasSize(1);
    }

    private static List<String> misjudged(State state, Set<RowKey> unmappable) throws Exception {
        return oracle(state, 7, Map.of()).misjudged(unmappable);
    }

    private static List<String> unaccounted(
            State state, long version, Map<String, Object> fields, long newest, long highest) throws Exception {
        return oracle(state, version, fields).unaccounted(announced(newest, highest));
    }

    private static EventLog announced(long newest, long highest) {
        return new EventLog(List.of(), 0, 0, Map.of(ROW, newest), Map.of(ROW, highest));
    }

    private static Oracle oracle(State state, long version, Map<String, Object> fields) {
        return new Oracle(() -> Map.of(ROW, new RawDocument(state, version, fields)));
    }
}
