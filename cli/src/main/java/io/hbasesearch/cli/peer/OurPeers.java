/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.peer;

import io.hbasesearch.core.model.TableId;
import io.hbasesearch.hbase.Peer;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Which of HBase's peers are this program's, and what they announce. Pure. */
public final class OurPeers {
    private OurPeers() {}

    public static List<Peer> among(Collection<Peer> all) {
        return all.stream()
                .filter(peer -> peer.endpoint().equals(EndpointSettings.CLASS))
                .toList();
    }

    /** The tables that a peer of ours has a topic for. */
    public static Set<TableId> tables(Peer peer) {
        return PeerMerge.routes(Optional.of(peer)).keySet();
    }
}
