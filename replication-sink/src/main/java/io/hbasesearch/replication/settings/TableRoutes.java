/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication.settings;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The value of {@code hbase-search.tables}: {@code namespace:table=epoch/partitions}, separated by semicolons. Immutable. */
public final class TableRoutes {
    private static final Pattern ROUTE =
            Pattern.compile("(?:([A-Za-z0-9_]+):)?([A-Za-z0-9_][A-Za-z0-9_.-]*)=([0-9]{1,9})/([0-9]{1,9})");

    private final Map<String, TableRoute> byTable;

    private TableRoutes(Map<String, TableRoute> byTable) {
        this.byTable = Collections.unmodifiableMap(byTable);
    }

    /** @throws IllegalArgumentException if two routes have the same table */
    public static TableRoutes of(Collection<TableRoute> routes) {
        Map<String, TableRoute> byTable = new LinkedHashMap<>();
        for (TableRoute route : routes) {
            String table = route.topic().namespace() + ":" + route.topic().table();
            if (byTable.put(table, route) != null) {
                throw new IllegalArgumentException("names table " + table + " twice");
            }
        }
        return new TableRoutes(byTable);
    }

    /** @throws IllegalArgumentException naming the first route that is malformed */
    public static TableRoutes parse(String text) {
        Map<String, TableRoute> routes = new LinkedHashMap<>();
        for (String part : text.split(";", -1)) {
            String trimmed = part.trim();
            if (!trimmed.isEmpty() && routes.put(trimmed, parseRoute(trimmed)) != null) {
                throw new IllegalArgumentException("names '" + trimmed + "' twice");
            }
        }
        return of(routes.values());
    }

    private static TableRoute parseRoute(String text) {
        Matcher matcher = ROUTE.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "must be a list like namespace:table=epoch/partitions;..., '" + text + "' does not have that form");
        }
        String namespace = matcher.group(1) == null ? "default" : matcher.group(1);
        try {
            return new TableRoute(
                    namespace,
                    matcher.group(2),
                    Integer.parseInt(matcher.group(3)),
                    Integer.parseInt(matcher.group(4)));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("has '" + text + "', but " + e.getMessage(), e);
        }
    }

    /** Returns the route of {@code namespace:table}, or null if its edits are not announced. */
    public TableRoute of(String qualifiedTable) {
        return byTable.get(qualifiedTable);
    }

    /** Returns the routes by {@code namespace:table}, in the order of the configuration. */
    public Map<String, TableRoute> asMap() {
        return byTable;
    }

    /** Returns the configuration's form, which {@link #parse} reads. */
    @Override
    public String toString() {
        return byTable.values().stream().map(TableRoute::toString).collect(Collectors.joining(";"));
    }
}
