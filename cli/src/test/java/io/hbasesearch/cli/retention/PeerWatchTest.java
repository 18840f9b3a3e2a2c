/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.retention;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.cli.peer.OurPeers;
import io.hbasesearch.cli.peer.Route;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.hbase.Peer;
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
        assertThat(PeerWatch.waiting(List.of(well, silent, waits), List.of(peer("p"), peer("other"))))
                .containsOnly(
                        Map.entry("p", "Peer p waits with all of its tables, as RegionServer rs1 tells: topic t."));
    }

    private static RegionServer server(String name, Optional<Endpoint> endpoint) {
        return new RegionServer(name, "2.6.4", Instant.EPOCH, endpoint, "");
    }

    private static Peer peer(String id) {
        return new Peer(id, true, OurPeers.endpoint(), Map.of(), true, Map.of(), Set.of(), Map.of(), Set.of(), false);
    }
}
