/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.peer;

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
 * The changes that {@code peer add} has to make.
 *
 * @param unscoped families whose scope is set, by table
 * @param routes of all requested tables
 * @param missingTopics those of them whose topics are created
 * @param existing the peer as it is; empty if it is added
 * @param merged the peer after the change
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
     * Returns tables that have a topic but that the peer did not announce: it announced them once, and of the edits since then
     * at most those in the WALs still being written are announced.
     */
    public List<TableId> readdedTables() {
        Set<TableId> before = PeerMerge.routes(existing).keySet();
        return routes.stream()
                .filter(route -> !before.contains(route.table()) && !missingTopics.contains(route))
                .map(Route::table)
                .toList();
    }

    /** Returns one sentence for each change, in their order; empty if nothing has to change. */
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
