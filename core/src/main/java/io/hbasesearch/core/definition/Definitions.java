/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.model.TableId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the files of a directory define: indexes of tables that they name, and patterns, which make an index of each table that
 * matches. Immutable.
 */
public record Definitions(List<IndexDefinition> named, List<IndexPattern> patterns) {
    public Definitions {
        named = List.copyOf(named);
        patterns = List.copyOf(patterns);
    }

    /** Of named tables alone. */
    public static Definitions of(Collection<IndexDefinition> named) {
        return new Definitions(List.copyOf(named), List.of());
    }

    /**
     * With the tables that there are.
     *
     * @param definitions those of named tables first, then by pattern and table
     * @param matched names of the indexes that patterns made
     * @param leftOut what is not indexed though a pattern matches it, and why: a sentence for each reason
     */
    public record Resolved(List<IndexDefinition> definitions, Set<String> matched, List<String> leftOut) {
        public Resolved {
            definitions = List.copyOf(definitions);
            matched = Set.copyOf(matched);
            leftOut = List.copyOf(leftOut);
        }
    }

    /**
     * One table that cannot be indexed, or one too many, keeps no other out: tables come and go without anybody looking at these
     * files.
     *
     * @param tables all that there are
     */
    public Resolved over(Collection<TableId> tables) {
        Map<String, IndexDefinition> byName = new LinkedHashMap<>();
        named.forEach(definition -> byName.put(definition.name(), definition));
        Set<String> matched = new TreeSet<>();
        List<String> leftOut = new ArrayList<>();
        for (IndexPattern pattern : patterns) {
            List<TableId> matching = pattern.matching(tables);
            if (matching.size() > pattern.most()) {
                leftOut.add(pattern.file().getFileName() + ": " + matching.size() + " tables match " + pattern
                        + ", and mostTables is " + pattern.most() + ": those from "
                        + matching.get(pattern.most()) + " on are not indexed");
            }
            for (TableId table : matching.subList(0, Math.min(pattern.most(), matching.size()))) {
                add(pattern, table, byName, matched, leftOut);
            }
        }
        return new Resolved(List.copyOf(byName.values()), matched, leftOut);
    }

    private static void add(
            IndexPattern pattern,
            TableId table,
            Map<String, IndexDefinition> byName,
            Set<String> matched,
            List<String> leftOut) {
        String name = pattern.nameFor(table);
        IndexDefinition other = byName.get(name);
        if (!DefinitionSettings.isIndexName(name)) {
            leftOut.add(told(pattern, table) + ", as \"" + name + "\" is no index's name: it must be "
                    + DefinitionSettings.INDEX.type().form());
        } else if (other == null) {
            byName.put(name, pattern.definition(name, table));
            matched.add(name);
        } else if (!other.table().equals(table)) {
            leftOut.add(told(pattern, table) + ", as " + name + " is the index of table " + other.table()
                    + ": write what tells them apart into index");
        }
        // One that a file names beside the pattern is the same index.
    }

    private static String told(IndexPattern pattern, TableId table) {
        return pattern.file().getFileName() + ": table " + table + " is not indexed";
    }
}
