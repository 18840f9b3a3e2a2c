/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.model.TableId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The definitions of a directory: indexes of named tables, and patterns, which create an index for each table that matches.
 * Immutable.
 */
public record Definitions(List<IndexDefinition> named, List<IndexPattern> patterns) {
    public Definitions {
        named = List.copyOf(named);
        patterns = List.copyOf(patterns);
    }

    /** Creates definitions of named tables only. */
    public static Definitions of(Collection<IndexDefinition> named) {
        return new Definitions(List.copyOf(named), List.of());
    }

    /** The definitions, applied to the existing tables.
     *
     * @param definitions of named tables first, then by pattern and table
     * @param matched names of the indexes that patterns created
     * @param leftOut tables that are not indexed though a pattern matches them: a sentence for each reason
     */
    public record Resolved(List<IndexDefinition> definitions, Set<String> matched, List<String> leftOut) {
        public Resolved {
            definitions = List.copyOf(definitions);
            matched = Set.copyOf(matched);
            leftOut = List.copyOf(leftOut);
        }
    }

    /** Resolves the patterns without regard to existing indexes. */
    public Resolved over(Collection<TableId> tables) {
        return over(tables, Map.of());
    }

    /**
     * Resolves the patterns. A table that cannot be indexed, or that exceeds a limit, does not exclude others, because tables are
     * created and dropped without a check of these files. An existing index keeps its table: a later table takes neither its name nor
     * its place among the tables that a pattern may match.
     *
     * @param tables all existing tables
     * @param indexes the tables of the existing indexes, by the indexes' names
     */
    public Resolved over(Collection<TableId> tables, Map<String, TableId> indexes) {
        PatternMatches matches = new PatternMatches(named, indexes);
        patterns.forEach(pattern -> matches.add(pattern, tables));
        return matches.resolved();
    }
}
