/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.definition.settings.DefinitionSettings;
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

/** Applies the patterns of definitions to the existing tables. For one thread, used once. */
final class PatternMatches {
    /** The most surplus tables that a message names. */
    private static final int MOST_TOLD = 5;

    /** The most sentences about tables that cannot have an index. For further ones, only their number is reported. */
    private static final int MOST_REFUSED = 20;

    private final Map<String, TableId> indexes;
    private final Map<String, IndexDefinition> byName = new LinkedHashMap<>();
    private final Set<String> matched = new TreeSet<>();
    private final List<String> leftOut = new ArrayList<>();

    /** @param indexes the tables of the existing indexes, by the indexes' names */
    PatternMatches(Collection<IndexDefinition> named, Map<String, TableId> indexes) {
        this.indexes = Map.copyOf(indexes);
        named.forEach(definition -> byName.put(definition.name(), definition));
    }

    Definitions.Resolved resolved() {
        return new Definitions.Resolved(List.copyOf(byName.values()), matched, leftOut);
    }

    /**
     * Adds the tables that match a pattern. Tables with an index come first, because by name order alone a new table could displace
     * an existing index. A table that cannot have an index does not count.
     */
    void add(IndexPattern pattern, Collection<TableId> tables) {
        List<TableId> matching = pattern.matching(tables);
        List<String> refused = new ArrayList<>();
        Map<String, TableId> possible = new LinkedHashMap<>();
        matching.forEach(table -> add(pattern, table, possible, refused));
        List<TableId> wanted = possible.values().stream()
                .sorted(Comparator.comparing(table -> !table.equals(indexes.get(pattern.nameFor(table)))))
                .toList();
        int taken = Math.min(pattern.most(), wanted.size());
        if (taken < wanted.size()) {
            leftOut.add(pattern.file().getFileName() + ": " + matching.size() + " tables match " + pattern
                    + ", and maxTables is " + pattern.most() + ": not indexed are "
                    + some(wanted.subList(taken, wanted.size())));
        }
        tell(pattern, refused);
        wanted.subList(0, taken).stream().sorted().forEach(table -> {
            String name = pattern.nameFor(table);
            byName.put(name, pattern.definition(name, table));
            matched.add(name);
        });
    }

    private void tell(IndexPattern pattern, List<String> refused) {
        leftOut.addAll(refused.subList(0, Math.min(MOST_REFUSED, refused.size())));
        if (refused.size() > MOST_REFUSED) {
            leftOut.add(pattern.file().getFileName() + ": " + (refused.size() - MOST_REFUSED)
                    + " more tables that match " + pattern + " cannot be indexed");
        }
    }

    private static String some(List<TableId> tables) {
        String first = tables.stream().limit(MOST_TOLD).map(TableId::toString).collect(Collectors.joining(", "));
        return tables.size() > MOST_TOLD ? first + " and " + (tables.size() - MOST_TOLD) + " more" : first;
    }

    /** Adds a table to those that may have an index, by the index's name, or records why it cannot have one. */
    private void add(IndexPattern pattern, TableId table, Map<String, TableId> possible, List<String> refused) {
        String name = pattern.nameFor(table);
        if (!DefinitionSettings.isIndexName(name)) {
            refused.add(told(pattern, table) + ", as \"" + name + "\" is not a valid name of an index: it must be "
                    + DefinitionSettings.INDEX.type().form());
            return;
        }
        // A table that a file names in addition to the pattern has the same index.
        IndexDefinition known = byName.get(name);
        TableId holder = known == null ? possible.get(name) : known.table();
        TableId owner = holder == null ? indexes.getOrDefault(name, table) : holder;
        if (holder == null && owner.equals(table)) {
            possible.put(name, table);
        } else if (!owner.equals(table) && !isNamed(table)) {
            refused.add(told(pattern, table) + ", as " + name + " is the index of table " + owner
                    + ": write what tells them apart into index, or name " + table
                    + " in a file of its own with another index, as " + name + "-2");
        }
    }

    /** Tells if a file names the table. It follows that advice already, so there is nothing to report. */
    private boolean isNamed(TableId table) {
        return byName.values().stream().anyMatch(each -> each.table().equals(table));
    }

    private static String told(IndexPattern pattern, TableId table) {
        return pattern.file().getFileName() + ": table " + table + " is not indexed";
    }
}
