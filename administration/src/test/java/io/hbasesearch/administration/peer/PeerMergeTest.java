/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.hbase.Peer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PeerMergeTest {
    private static final PeerRequest.NewTopics TOPICS = new PeerRequest.NewTopics(OptionalInt.empty(), 3);
    private static final TableId MAIL = TableId.parse("mail");
    private static final TableId NEWS = TableId.parse("press:news");
    private static final Route MAIL_ROUTE = new Route(MAIL, 1, 4);
    private static final Route NEWS_ROUTE = new Route(NEWS, 2, 8);

    @Test
    void aNewPeerNamesItsTablesTwiceOnceForHBaseAndOnceForTheEndpoint() {
        Peer peer = PeerMerge.merge(Optional.empty(), request(Optional.of("keys")), List.of(MAIL_ROUTE));

        assertThat(peer.filters().tables()).isEqualTo(Map.of(MAIL, List.of()));
        assertThat(peer.endpoint()).isEqualTo("io.hbasesearch.replication.KafkaReplicationEndpoint");
        assertThat(peer.configuration())
                .isEqualTo(Map.of(
                        "hbase-search.kafka.bootstrap.servers", "kafka:9092",
                        "hbase-search.tables", "default:mail=1/4",
                        "hbase-search.payload", "keys"));
    }

    @Test
    void addingATableKeepsWhatIsThere() {
        Peer existing = PeerMerge.merge(Optional.empty(), request(Optional.of("keys")), List.of(MAIL_ROUTE));
        Peer merged = PeerMerge.merge(Optional.of(existing), request(Optional.empty()), List.of(NEWS_ROUTE));

        assertThat(merged.filters().tables().keySet()).isEqualTo(Set.of(MAIL, NEWS));
        assertThat(merged.configuration())
                .containsEntry("hbase-search.tables", "default:mail=1/4;press:news=2/8")
                .containsEntry("hbase-search.payload", "keys");
    }

    @Test
    void addingTheSameTableAgainChangesNothing() {
        Peer existing = PeerMerge.merge(Optional.empty(), request(Optional.empty()), List.of(MAIL_ROUTE));

        assertThat(PeerMerge.merge(Optional.of(existing), request(Optional.empty()), List.of(MAIL_ROUTE)))
                .isEqualTo(existing);
    }

    @Test
    void anExistingPeerChangesKafkaOnlyWhenToldTo() {
        String setting = "hbase-search.kafka.bootstrap.servers";
        Peer existing = PeerMerge.merge(Optional.empty(), request("inside:9092", false), List.of(MAIL_ROUTE));
        assertThat(existing.configuration()).containsEntry(setting, "inside:9092");

        Peer kept = PeerMerge.merge(Optional.of(existing), request("outside:9092", false), List.of(NEWS_ROUTE));
        assertThat(kept.configuration()).containsEntry(setting, "inside:9092");

        Peer moved = PeerMerge.merge(Optional.of(existing), request("outside:9092", true), List.of(NEWS_ROUTE));
        assertThat(moved.configuration()).containsEntry(setting, "outside:9092");
    }

    @Test
    void aTableThatThePeerWouldStillLeaveOutIsRefused() {
        Peer allButPress = new Peer(
                "hbase_search",
                true,
                EndpointSettings.CLASS,
                Map.of(),
                new Peer.Filters(true, Map.of(), Set.of(), Map.of(MAIL, List.of()), Set.of("press")),
                false);

        assertThatThrownBy(
                        () -> PeerMerge.merge(Optional.of(allButPress), request(Optional.empty()), List.of(NEWS_ROUTE)))
                .isInstanceOf(HBaseSearchException.class)
                .hasMessageContaining("press:news");
        assertThat(PeerMerge.merge(Optional.of(allButPress), request(Optional.empty()), List.of(MAIL_ROUTE))
                        .covers(MAIL))
                .isTrue();
    }

    @Test
    void removingTheLastTableLeavesNoPeer() {
        Peer both = PeerMerge.merge(Optional.empty(), request(Optional.empty()), List.of(MAIL_ROUTE, NEWS_ROUTE));

        Optional<Peer> mailOnly = PeerMerge.without(both, List.of(NEWS));
        assertThat(mailOnly)
                .hasValueSatisfying(peer -> assertThat(peer.filters().tables()).containsOnlyKeys(MAIL));
        assertThat(PeerMerge.without(mailOnly.orElseThrow(), List.of(MAIL))).isEmpty();
        assertThatThrownBy(() -> PeerMerge.without(mailOnly.orElseThrow(), List.of(MAIL, NEWS)))
                .hasMessageContaining("does not announce [" + NEWS + "]");
    }

    @Test
    void aPeerOfSomethingElseIsLeftAlone() {
        Peer other = Peer.of("hbase_search", "com.example.Endpoint", Map.of(), Set.of(MAIL));

        assertThatThrownBy(() -> PeerMerge.requireOurs(Optional.of(other)))
                .isInstanceOf(HBaseSearchException.class)
                .hasMessageContaining("com.example.Endpoint");
    }

    @Test
    void routesSurviveTheirTextForm() {
        assertThat(Route.parse("default:mail=1/4;press:news=2/8").values()).containsExactly(MAIL_ROUTE, NEWS_ROUTE);
        assertThat(Route.parse("")).isEmpty();
        assertThat(NEWS_ROUTE.topic()).isEqualTo("hbase-search.press.news.e2");
        assertThatThrownBy(() -> Route.parse("mail=1")).hasMessageContaining("namespace:table=epoch/partitions");
        assertThat(Route.parse("mail=1/4"))
                .as("as the endpoint reads it")
                .containsOnlyKeys(TableId.parse("default:mail"));
    }

    private static PeerRequest request(String kafka, boolean move) {
        return new PeerRequest(
                "hbase_search", List.of(MAIL), TOPICS, Optional.empty(), false, new PeerRequest.Kafka(kafka, move));
    }

    private static PeerRequest request(Optional<String> payload) {
        return new PeerRequest(
                "hbase_search", List.of(MAIL), TOPICS, payload, false, new PeerRequest.Kafka("kafka:9092", true));
    }
}
