/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.process;

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
 * All definitions of a process as they are now: what the files say, and what HBase's tables make of their patterns. HBase and the
 * index are asked only if there are patterns. {@link #matched} and {@link #awaited} are for any thread, the rest for one at a time.
 */
final class DefinitionSource implements Supplier<Definitions.Resolved> {
    private static final Logger LOG = LoggerFactory.getLogger(DefinitionSource.class);
    private static final String NOT_KNOWN = "which tables match the patterns of definitions is not known yet";

    private final Supplier<Definitions> files;
    private final Supplier<List<TableId>> tables;
    private final Supplier<Map<String, TableId>> indexes;
    private volatile Set<String> matched = Set.of();
    /** Patterns of which nobody has said yet which tables match. */
    private volatile List<IndexPattern> unknown = List.of();

    private Set<String> told = Set.of();

    /**
     * @param files reads all definitions, and throws with every problem of theirs
     * @param tables lists all tables, and throws if HBase does not answer
     * @param indexes the tables of all indexes that there are, by the indexes' names; throws if the backend does not answer
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
     * As {@link #get} for a process that starts: without HBase it begins with what files name and with the tables that have an
     * index already, without the index with what files name, and looks again later.
     */
    Definitions.Resolved first() {
        Definitions read = files.get();
        try {
            return resolved(read);
        } catch (HBaseSearchException e) {
            String why = NOT_KNOWN + ", as " + e.getMessage();
            LOG.warn("{}; looking again", why);
            unknown = read.patterns();
            Definitions.Resolved known = indexed(read);
            matched = known.matched();
            List<String> leftOut = new ArrayList<>(known.leftOut());
            leftOut.add(why);
            return new Definitions.Resolved(known.definitions(), matched, leftOut);
        }
    }

    /** Of the tables that match, those that have their index. */
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

    /** Names of the indexes that patterns made when this was asked last. */
    Set<String> matched() {
        return matched;
    }

    /**
     * Why there may be an index of this name that is not known yet, as a sentence for callers, who are not told what servers said; empty if
     * there is none.
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
