/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.peer;

import io.hbasesearch.core.model.TableId;
import io.hbasesearch.hbase.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What {@code peer add} has to do.
 *
 * @param unscoped families whose scope is set, by table
 * @param routes of all tables that were asked for
 * @param missingTopics those of them whose topics are created
 * @param existing the peer as it is; empty if it is added
 * @param merged the peer as it shall be
 */
public record PeerPlan(
        Map<TableId, List<String>> unscoped,
        List<Route> routes,
        List<Route> missingTopics,
        int replicationFactor,
        Optional<Peer> existing,
        Peer merged) {
    public PeerPlan {
        unscoped = new TreeMap<>(unscoped);
        routes = List.copyOf(routes);
        missingTopics = List.copyOf(missingTopics);
        Objects.requireNonNull(existing, "existing");
        Objects.requireNonNull(merged, "merged");
    }

    boolean changesPeer() {
        return existing.map(peer -> !peer.equals(merged)).orElse(true);
    }

    /**
     * Tables that have a topic and that the peer did not announce: it did once, and what was written since is announced in
     * part at most, namely as far as it stands in the logs that are being written.
     */
    public List<TableId> readdedTables() {
        Set<TableId> before = PeerMerge.routes(existing).keySet();
        return routes.stream()
                .filter(route -> !before.contains(route.table()) && !missingTopics.contains(route))
                .map(Route::table)
                .toList();
    }

    /** One sentence for each change, in their order; empty if all is as it should be. */
    public List<String> steps() {
        List<String> steps = new ArrayList<>();
        unscoped.forEach((table, families) -> steps.add(
                "Set REPLICATION_SCOPE to 1 for " + String.join(", ", families) + " of table " + table + "."));
        missingTopics.forEach(route -> steps.add("Create topic " + route.topic() + " with " + route.partitions()
                + " partitions and " + replicationFactor + (replicationFactor == 1 ? " replica." : " replicas.")));
        if (changesPeer()) {
            steps.add((existing.isEmpty() ? "Add peer " : "Update peer ") + merged.id() + " for "
                    + PeerMerge.routes(Optional.of(merged)).keySet().stream()
                            .map(TableId::toString)
                            .collect(Collectors.joining(", "))
                    + ".");
        }
        return steps;
    }
}
