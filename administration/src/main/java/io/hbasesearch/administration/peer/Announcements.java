/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.peer;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.hbase.Peer;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Checks that peers announce a table in the topic that its index reads. Pure. */
final class Announcements {
    private Announcements() {}

    /**
     * Returns whether one of our peers announces every edit of the table, whole, in exactly this topic.
     *
     * @param topic of the table's newest epoch, with its number of partitions
     * @throws HBaseSearchException INDEX_INCOMPATIBLE if a peer distributes the rows over another number of partitions
     */
    static boolean complete(Collection<Peer> peers, Route topic) {
        List<Peer> ours = peers.stream()
                .filter(peer -> peer.endpoint().equals(EndpointSettings.CLASS))
                .toList();
        ours.forEach(peer -> requireSamePartitions(peer, topic));
        return ours.stream()
                .anyMatch(
                        peer -> route(peer, topic.table()).filter(topic::equals).isPresent()
                                && peer.covers(topic.table())
                                && !selectsColumns(peer, topic.table()));
    }

    private static Optional<Route> route(Peer peer, TableId table) {
        return Optional.ofNullable(PeerMerge.routes(Optional.of(peer)).get(table));
    }

    private static boolean selectsColumns(Peer peer, TableId table) {
        return peer.configuration().keySet().stream()
                .filter(key -> key.startsWith(EndpointSettings.COLUMNS_PREFIX))
                .map(key -> key.substring(EndpointSettings.COLUMNS_PREFIX.length()))
                .anyMatch(name -> Objects.equals(TableId.parse(name), table));
    }

    private static void requireSamePartitions(Peer peer, Route topic) {
        route(peer, topic.table())
                .filter(route -> route.epoch() == topic.epoch() && route.partitions() != topic.partitions())
                .ifPresent(route -> {
                    throw new HBaseSearchException(
                            ErrorCode.INDEX_INCOMPATIBLE,
                            "peer " + peer.id() + " distributes the rows of " + topic.table() + " over "
                                    + route.partitions() + " partitions, but topic " + topic.topic() + " has "
                                    + topic.partitions(),
                            "Remove the table from the peer, delete the topic and add the table again: hbase-search peer"
                                    + " remove --table " + topic.table() + ", then hbase-search peer add --table "
                                    + topic.table(),
                            null);
                });
    }
}
