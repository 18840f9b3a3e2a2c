/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.model.TableId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * Replication peer as HBase describes it.
 *
 * @param endpoint the class that RegionServers instantiate; empty for a peer that is another HBase cluster
 * @param configuration the peer's configuration map; may hold secrets, so it must not be logged
 * @param allTables whether every table is replicated unless excluded; then {@code tables} and {@code namespaces} are empty
 * @param tables table to the families that are replicated; an empty list means all families
 * @param excludedTables the same for tables that {@code allTables} leaves out
 */
public record Peer(
        String id,
        boolean enabled,
        String endpoint,
        Map<String, String> configuration,
        boolean allTables,
        Map<TableId, List<String>> tables,
        Set<String> namespaces,
        Map<TableId, List<String>> excludedTables,
        Set<String> excludedNamespaces,
        boolean serial) {
    public Peer {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(endpoint, "endpoint");
        configuration = Map.copyOf(configuration);
        tables = Map.copyOf(new TreeMap<>(tables));
        namespaces = Set.copyOf(namespaces);
        excludedTables = Map.copyOf(new TreeMap<>(excludedTables));
        excludedNamespaces = Set.copyOf(excludedNamespaces);
    }

    /** Creates a peer that sends the named tables, with all families, to an endpoint; enabled, not serial. */
    public static Peer of(String id, String endpoint, Map<String, String> configuration, Set<TableId> tables) {
        Map<TableId, List<String>> wholeTables = new TreeMap<>();
        tables.forEach(table -> wholeTables.put(table, List.of()));
        return new Peer(id, true, endpoint, configuration, false, wholeTables, Set.of(), Map.of(), Set.of(), false);
    }

    /** Tells whether this peer's filters pass all of the table's edits; the scope of its families is not considered. */
    public boolean covers(TableId table) {
        if (allTables) {
            return !excludedNamespaces.contains(table.namespace()) && !excludedTables.containsKey(table);
        }
        List<String> families = tables.get(table);
        return namespaces.contains(table.namespace()) || (families != null && families.isEmpty());
    }

    /** Omits the configuration's values, which may be secrets. */
    @Override
    public String toString() {
        return "peer " + id + " (" + (enabled ? "enabled" : "disabled") + ", endpoint " + endpoint + ", "
                + (allTables ? "all tables" : "tables " + tables.keySet() + ", namespaces " + namespaces) + ")";
    }
}
