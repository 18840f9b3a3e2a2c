/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.process;

import io.hbasesearch.core.definition.Definitions;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All definitions of a process as they are now: what the files say, and what HBase's tables make of their patterns. HBase is asked
 * only if there are patterns. {@link #matched} is for any thread, the rest for one at a time.
 */
final class DefinitionSource implements Supplier<Definitions.Resolved> {
    private static final Logger LOG = LoggerFactory.getLogger(DefinitionSource.class);

    private final Supplier<Definitions> files;
    private final Supplier<List<TableId>> tables;
    private volatile Set<String> matched = Set.of();
    private Set<String> told = Set.of();

    /**
     * @param files reads all definitions, and throws with every problem of theirs
     * @param tables lists all tables, and throws if HBase does not answer
     */
    DefinitionSource(Supplier<Definitions> files, Supplier<List<TableId>> tables) {
        this.files = Objects.requireNonNull(files, "files");
        this.tables = Objects.requireNonNull(tables, "tables");
    }

    /** @throws RuntimeException if files have problems, or there are patterns and HBase does not answer */
    @Override
    public Definitions.Resolved get() {
        return resolved(files.get());
    }

    /** As {@link #get} for a process that starts: without HBase it begins with what files name, and looks again later. */
    Definitions.Resolved first() {
        Definitions read = files.get();
        try {
            return resolved(read);
        } catch (HBaseSearchException e) {
            String why = "which tables match the patterns of definitions is not known yet, as " + e.getMessage();
            LOG.warn("{}; looking again", why);
            Definitions.Resolved named = read.over(List.of());
            List<String> leftOut = new ArrayList<>(named.leftOut());
            leftOut.add(why);
            return new Definitions.Resolved(named.definitions(), named.matched(), leftOut);
        }
    }

    /** Names of the indexes that patterns made when this was asked last. */
    Set<String> matched() {
        return matched;
    }

    private Definitions.Resolved resolved(Definitions read) {
        Definitions.Resolved resolved = read.over(read.patterns().isEmpty() ? List.of() : tables.get());
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
