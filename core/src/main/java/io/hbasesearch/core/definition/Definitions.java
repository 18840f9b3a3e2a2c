/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.model.TableId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

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

    /** Where there is no index yet, or none is asked for. */
    public Resolved over(Collection<TableId> tables) {
        return over(tables, Map.of());
    }

    /**
     * One table that cannot be indexed, or one too many, keeps no other out: tables come and go without anybody looking at these
     * files. An index that is there keeps its table: one that comes later takes neither its name nor its place among those that a
     * pattern may match.
     *
     * @param tables all that there are
     * @param indexes the tables of the indexes that there are, by the indexes' names
     */
    public Resolved over(Collection<TableId> tables, Map<String, TableId> indexes) {
        PatternMatches matches = new PatternMatches(named, indexes);
        patterns.forEach(pattern -> matches.add(pattern, tables));
        return matches.resolved();
    }
}
