/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.service;

import io.hbasesearch.core.definition.Definitions;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.IndexPattern;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads all current definitions of a process: those in the files, and those of the tables that patterns match. HBase and the
 * index are asked only if there are patterns. {@link #matched} and {@link #awaited} are for any thread, the rest for one at a
 * time.
 */
final class DefinitionSource implements Supplier<Definitions.Resolved> {
    private static final Logger LOG = LoggerFactory.getLogger(DefinitionSource.class);
    private static final String NOT_KNOWN = "which tables match the patterns of definitions is not known yet";

    private final Supplier<Definitions> files;
    private final Supplier<List<TableId>> tables;
    private final Supplier<Map<String, TableId>> indexes;
    private volatile Set<String> matched = Set.of();
    /** Patterns whose matching tables are not known yet. */
    private volatile List<IndexPattern> unknown = List.of();

    private Set<String> told = Set.of();

    /**
     * Does no I/O.
     *
     * @param files reads all definitions, and throws with all of their problems
     * @param tables lists all tables, and throws if HBase does not answer
     * @param indexes the tables of all existing indexes, by the indexes' names; throws if the backend does not answer
     */
    DefinitionSource(
            Supplier<Definitions> files, Supplier<List<TableId>> tables, Supplier<Map<String, TableId>> indexes) {
        this.files = Objects.requireNonNull(files, "files");
        this.tables = Objects.requireNonNull(tables, "tables");
        this.indexes = Objects.requireNonNull(indexes, "indexes");
    }

    /** @throws RuntimeException if files have problems, or there are patterns and HBase or the backend does not answer */
    @Override
    public Definitions.Resolved get() {
        return resolved(files.get());
    }

    /**
     * Does the same as {@link #get} for a process that starts. Without HBase it starts with the definitions in files and the
     * tables that already have an index; without the index, with the definitions in files. Later reads retry.
     */
    Definitions.Resolved first() {
        Definitions read = files.get();
        try {
            return resolved(read);
        } catch (HBaseSearchException e) {
            String why = NOT_KNOWN + ", because " + e.getMessage();
            LOG.warn("{}; retrying", why);
            unknown = read.patterns();
            Definitions.Resolved known = indexed(read);
            matched = known.matched();
            List<String> leftOut = new ArrayList<>(known.leftOut());
            leftOut.add(why);
            return new Definitions.Resolved(known.definitions(), matched, leftOut);
        }
    }

    /** Returns the definitions of matching tables that already have their index. */
    private Definitions.Resolved indexed(Definitions read) {
        Map<String, TableId> there;
        try {
            there = indexes.get();
        } catch (HBaseSearchException e) {
            return read.over(List.of());
        }
        Definitions.Resolved all = read.over(there.values(), there);
        List<IndexDefinition> known = all.definitions().stream()
                .filter(definition ->
                        !all.matched().contains(definition.name()) || there.containsKey(definition.name()))
                .toList();
        return new Definitions.Resolved(
                known, all.matched().stream().filter(there::containsKey).collect(Collectors.toSet()), all.leftOut());
    }

    /** Returns the names of the indexes of patterns at the last read. */
    Set<String> matched() {
        return matched;
    }

    /**
     * Returns why an index with this name may exist without being known yet: a sentence for callers, without the servers'
     * messages; empty if there is none.
     */
    Optional<String> awaited(String name) {
        return unknown.stream()
                .filter(pattern -> pattern.mayMake(name))
                .findFirst()
                .map(pattern ->
                        "index '" + name + "' may be that of a table that matches " + pattern + "; " + NOT_KNOWN);
    }

    private Definitions.Resolved resolved(Definitions read) {
        Definitions.Resolved resolved =
                read.patterns().isEmpty() ? read.over(List.of()) : read.over(tables.get(), indexes.get());
        unknown = List.of();
        resolved.definitions().stream()
                .filter(definition ->
                        resolved.matched().contains(definition.name()) && !matched.contains(definition.name()))
                .forEach(definition ->
                        LOG.info("table {} matches a pattern: index {}", definition.table(), definition.name()));
        Set<String> leftOut = Set.copyOf(resolved.leftOut());
        leftOut.stream().filter(reason -> !told.contains(reason)).forEach(LOG::warn);
        told = leftOut;
        matched = resolved.matched();
        return resolved;
    }
}
