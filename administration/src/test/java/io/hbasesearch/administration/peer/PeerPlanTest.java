/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.TableId;
import io.hbasesearch.hbase.Peer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class PeerPlanTest {
    private static final TableId MAIL = new TableId("default", "mail");
    private static final TableId WORDS = new TableId("default", "words");
    private static final Route MAIL_ROUTE = new Route(MAIL, 1, 4);
    private static final Route WORDS_ROUTE = new Route(WORDS, 1, 12);

    @Test
    void namesEveryChangeInTheOrderInWhichItIsMade() {
        PeerPlan plan = plan(Optional.empty(), Map.of(MAIL, List.of("b", "h")), List.of(MAIL_ROUTE));

        assertThat(plan.steps())
                .containsExactly(
                        "Set REPLICATION_SCOPE to 1 for b, h of table default:mail.",
                        "Create topic hbase-search.default.mail with 4 partitions and 3 replicas.",
                        "Add peer p for default:mail.");
        assertThat(plan.readdedTables()).isEmpty();
    }

    @Test
    void hasNothingToDoForWhatIsThere() {
        Peer peer = plan(Optional.empty(), Map.of(), List.of()).merged();

        assertThat(plan(Optional.of(peer), Map.of(), List.of()).steps()).isEmpty();
    }

    @Test
    void anotherTableChangesThePeerAndNothingElse() {
        Peer peer = plan(Optional.empty(), Map.of(), List.of()).merged();
        PeerPlan plan = plan(Optional.of(peer), Map.of(), List.of(WORDS_ROUTE), MAIL_ROUTE, WORDS_ROUTE);

        assertThat(plan.steps())
                .containsExactly(
                        "Create topic hbase-search.default.words with 12 partitions and 3 replicas.",
                        "Update peer p for default:mail, default:words.");
        assertThat(plan.readdedTables()).isEmpty();
    }

    @Test
    void aTopicWithoutAPeerTellsThatEditsWereMissed() {
        assertThat(plan(Optional.empty(), Map.of(), List.of()).readdedTables()).containsExactly(MAIL);
    }

    private static PeerPlan plan(Optional<Peer> existing, Map<TableId, List<String>> unscoped, List<Route> missing) {
        return plan(existing, unscoped, missing, MAIL_ROUTE);
    }

    private static PeerPlan plan(
            Optional<Peer> existing, Map<TableId, List<String>> unscoped, List<Route> missing, Route... routes) {
        PeerRequest request = new PeerRequest(
                "p",
                List.of(routes).stream().map(Route::table).toList(),
                new PeerRequest.NewTopics(OptionalInt.empty(), 3),
                Optional.empty(),
                false,
                new PeerRequest.Kafka("k:9092", false));
        return new PeerPlan(
                unscoped, List.of(routes), missing, 3, existing, PeerMerge.merge(existing, request, List.of(routes)));
    }
}
