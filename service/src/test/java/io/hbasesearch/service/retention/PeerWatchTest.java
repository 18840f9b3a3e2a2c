/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.service.retention;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.administration.peer.OurPeers;
import io.hbasesearch.administration.peer.Route;
import io.hbasesearch.administration.peer.WaitingPeers;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.hbase.Peer;
import io.hbasesearch.hbase.PeerLag;
import io.hbasesearch.hbase.RegionServers.Endpoint;
import io.hbasesearch.hbase.RegionServers.RegionServer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PeerWatchTest {
    @Test
    void aMissingTopicIsToldWithItsTableAndTheCommandsThatHelp() {
        Route route = new Route(new TableId("default", "mail"), 1, 4);
        assertThat(PeerWatch.missing("p", route, topic -> false).orElseThrow())
                .contains("Topic hbase-search.default.mail of table default:mail does not exist")
                .contains("hbase-search index epoch INDEX --bump")
                .contains("hbase-search peer remove --peer-id p --table default:mail");
        assertThat(PeerWatch.missing("p", route, route.topic()::equals)).isEmpty();
    }

    @Test
    void whatAnEndpointWaitsForIsToldOfItsPeerAlone() {
        RegionServer waits = server("rs1", Optional.of(new Endpoint(Set.of(), Set.of(), Map.of("p", "topic t"))));
        RegionServer well = server("rs2", Optional.of(new Endpoint(Set.of(), Set.of())));
        RegionServer silent = server("rs3", Optional.empty());
        assertThat(WaitingPeers.told(List.of(peer("p"), peer("other")), List.of(well, silent, waits)))
                .containsOnly(
                        Map.entry("p", "Peer p waits with all of its tables; RegionServer rs1 reports: topic t."));
    }

    @Test
    void serversAreAskedOnlyForPeersThatAreBehindAndEnabled() {
        RegionServer waits = server("rs1", Optional.of(new Endpoint(Set.of(), Set.of(), Map.of("p", "topic t"))));
        assertThat(WaitingPeers.among(List.of(peer("p")), Map.of("p", List.of(queue(60_000))), () -> List.of(waits)))
                .containsOnlyKeys("p");
        assertThat(WaitingPeers.among(List.of(peer("p")), Map.of("p", List.of(queue(100))), () -> {
                    throw new AssertionError("asked");
                }))
                .isEmpty();
    }

    private static PeerLag queue(long lagMillis) {
        return new PeerLag("rs1", new PeerLag.Source("p", false, true), lagMillis, lagMillis, 1, 1);
    }

    private static RegionServer server(String name, Optional<Endpoint> endpoint) {
        return new RegionServer(name, "2.6.4", Instant.EPOCH, endpoint, "");
    }

    private static Peer peer(String id) {
        return new Peer(id, true, OurPeers.endpoint(), Map.of(), Peer.Filters.everyTable(), false);
    }
}
