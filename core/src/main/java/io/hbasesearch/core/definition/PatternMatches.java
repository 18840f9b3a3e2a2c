/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.model.TableId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Gathers what the patterns of files make of the tables that there are. For one thread, used once. */
final class PatternMatches {
    /** Of tables that are too many, so that a message stays one. */
    private static final int MOST_TOLD = 5;

    private final Map<String, TableId> indexes;
    private final Map<String, IndexDefinition> byName = new LinkedHashMap<>();
    private final Set<String> matched = new TreeSet<>();
    private final List<String> leftOut = new ArrayList<>();

    /** @param indexes the tables of the indexes that there are, by the indexes' names */
    PatternMatches(Collection<IndexDefinition> named, Map<String, TableId> indexes) {
        this.indexes = Map.copyOf(indexes);
        named.forEach(definition -> byName.put(definition.name(), definition));
    }

    Definitions.Resolved resolved() {
        return new Definitions.Resolved(List.copyOf(byName.values()), matched, leftOut);
    }

    /** Those that have an index come first: by the order of names alone, a new table would put an index out of service. */
    void add(IndexPattern pattern, Collection<TableId> tables) {
        List<TableId> matching = pattern.matching(tables).stream()
                .sorted(Comparator.comparing(table -> !table.equals(indexes.get(pattern.nameFor(table)))))
                .toList();
        int taken = Math.min(pattern.most(), matching.size());
        if (taken < matching.size()) {
            leftOut.add(pattern.file().getFileName() + ": " + matching.size() + " tables match " + pattern
                    + ", and mostTables is " + pattern.most() + ": not indexed are "
                    + some(matching.subList(taken, matching.size())));
        }
        matching.subList(0, taken).stream().sorted().forEach(table -> add(pattern, table));
    }

    private static String some(List<TableId> tables) {
        String first = tables.stream().limit(MOST_TOLD).map(TableId::toString).collect(Collectors.joining(", "));
        return tables.size() > MOST_TOLD ? first + " and " + (tables.size() - MOST_TOLD) + " more" : first;
    }

    private void add(IndexPattern pattern, TableId table) {
        String name = pattern.nameFor(table);
        IndexDefinition other = byName.get(name);
        if (!DefinitionSettings.isIndexName(name)) {
            leftOut.add(told(pattern, table) + ", as \"" + name + "\" is no index's name: it must be "
                    + DefinitionSettings.INDEX.type().form());
        } else if (other != null) {
            // One that a file names beside the pattern is the same index.
            refuseOther(pattern, table, name, other.table());
        } else if (indexes.containsKey(name) && !indexes.get(name).equals(table)) {
            refuseOther(pattern, table, name, indexes.get(name));
        } else {
            byName.put(name, pattern.definition(name, table));
            matched.add(name);
        }
    }

    /** Nothing is to be told of a table that a file names already, as it is told to. */
    private void refuseOther(IndexPattern pattern, TableId table, String name, TableId holder) {
        boolean isNamed = byName.values().stream().anyMatch(each -> each.table().equals(table));
        if (!holder.equals(table) && !isNamed) {
            leftOut.add(told(pattern, table) + ", as " + name + " is the index of table " + holder
                    + ": write what tells them apart into index, or name " + table
                    + " in a file of its own with another index, as " + name + "-2");
        }
    }

    private static String told(IndexPattern pattern, TableId table) {
        return pattern.file().getFileName() + ": table " + table + " is not indexed";
    }
}
