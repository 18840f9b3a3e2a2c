/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.hbase.Peer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AnnouncementsTest {
    private static final TableId MAIL = TableId.parse("mail");
    private static final Route TOPIC = new Route(MAIL, 2, 4);
    private static final Map<String, String> ROUTED = Map.of("hbase-search.tables", "default:mail=2/4");

    @Test
    void aPeerOfTheWholeTableIsComplete() {
        assertThat(complete(named(List.of(), ROUTED))).isTrue();
        assertThat(complete(all(Map.of(), ROUTED))).isTrue();
    }

    @Test
    void aPeerOfSomeFamiliesIsNot() {
        assertThat(complete(named(List.of("subject"), ROUTED))).isFalse();
        assertThat(complete(all(Map.of(MAIL, List.of("subject")), ROUTED))).isFalse();
        assertThat(complete(all(Map.of(MAIL, List.of()), ROUTED))).isFalse();
    }

    @Test
    void aPeerOfSomeColumnsIsNot() {
        Map<String, String> columns =
                Map.of("hbase-search.tables", "default:mail=2/4", "hbase-search.columns.default:mail", "d:subject");

        assertThat(complete(named(List.of(), columns))).isFalse();
    }

    @Test
    void aPeerOfAnotherTopicIsNot() {
        assertThat(complete(named(List.of(), Map.of("hbase-search.tables", "default:mail=1/4"))))
                .isFalse();
        assertThat(complete(named(List.of(), Map.of()))).isFalse();
        assertThat(complete(Peer.of("other", "com.example.Endpoint", ROUTED, Set.of(MAIL))))
                .isFalse();
    }

    @Test
    void otherPartitionsThanTheTopicHasAreRefused() {
        assertThatThrownBy(() -> complete(named(List.of(), Map.of("hbase-search.tables", "default:mail=2/8"))))
                .isInstanceOfSatisfying(HBaseSearchException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.INDEX_INCOMPATIBLE);
                    assertThat(e.hint()).isPresent();
                });
    }

    private static boolean complete(Peer peer) {
        return Announcements.complete(List.of(peer), TOPIC);
    }

    private static Peer named(List<String> families, Map<String, String> configuration) {
        return peer(configuration, false, Map.of(MAIL, families), Map.of());
    }

    private static Peer all(Map<TableId, List<String>> excluded, Map<String, String> configuration) {
        return peer(configuration, true, Map.of(), excluded);
    }

    private static Peer peer(
            Map<String, String> configuration,
            boolean allTables,
            Map<TableId, List<String>> tables,
            Map<TableId, List<String>> excluded) {
        return new Peer(
                "hbase_search",
                true,
                EndpointSettings.CLASS,
                configuration,
                new Peer.Filters(allTables, tables, Set.of(), excluded, Set.of()),
                false);
    }
}
