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
 */
public record Peer(
        String id,
        boolean enabled,
        String endpoint,
        Map<String, String> configuration,
        Filters filters,
        boolean serial) {
    public Peer {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(endpoint, "endpoint");
        configuration = Map.copyOf(configuration);
        Objects.requireNonNull(filters, "filters");
    }

    /**
     * The edits that a peer gets.
     *
     * @param allTables whether every table is replicated unless excluded; then {@code tables} and {@code namespaces} are empty
     * @param tables table to the families that are replicated; an empty list means all families
     * @param excludedTables the same for tables that {@code allTables} leaves out
     */
    public record Filters(
            boolean allTables,
            Map<TableId, List<String>> tables,
            Set<String> namespaces,
            Map<TableId, List<String>> excludedTables,
            Set<String> excludedNamespaces) {
        public Filters {
            tables = Map.copyOf(new TreeMap<>(tables));
            namespaces = Set.copyOf(namespaces);
            excludedTables = Map.copyOf(new TreeMap<>(excludedTables));
            excludedNamespaces = Set.copyOf(excludedNamespaces);
        }

        /** Selects tables with some of their families. */
        public static Filters of(Map<TableId, List<String>> tables) {
            return new Filters(false, tables, Set.of(), Map.of(), Set.of());
        }

        /** Selects every table. */
        public static Filters everyTable() {
            return new Filters(true, Map.of(), Set.of(), Map.of(), Set.of());
        }

        /** Returns these filters with other tables. */
        public Filters with(Map<TableId, List<String>> others, Map<TableId, List<String>> excluded) {
            return new Filters(allTables, others, namespaces, excluded, excludedNamespaces);
        }

        private boolean pass(TableId table) {
            if (allTables) {
                return !excludedNamespaces.contains(table.namespace()) && !excludedTables.containsKey(table);
            }
            List<String> families = tables.get(table);
            return namespaces.contains(table.namespace()) || (families != null && families.isEmpty());
        }
    }

    /** Creates a peer that sends the named tables, with all families, to an endpoint; enabled, not serial. */
    public static Peer of(String id, String endpoint, Map<String, String> configuration, Set<TableId> tables) {
        Map<TableId, List<String>> wholeTables = new TreeMap<>();
        tables.forEach(table -> wholeTables.put(table, List.of()));
        return new Peer(id, true, endpoint, configuration, Filters.of(wholeTables), false);
    }

    /** Tells whether this peer's filters pass all of the table's edits; the scope of its families is not considered. */
    public boolean covers(TableId table) {
        return filters.pass(table);
    }

    /** Omits the configuration's values, which may be secrets. */
    @Override
    public String toString() {
        return "peer " + id + " (" + (enabled ? "enabled" : "disabled") + ", endpoint " + endpoint + ", "
                + (filters.allTables
                        ? "all tables"
                        : "tables " + filters.tables.keySet() + ", namespaces " + filters.namespaces)
                + ")";
    }
}
