/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.service;

import io.hbasesearch.core.config.FileWatch;
import io.hbasesearch.core.definition.Definitions;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionChange;
import io.hbasesearch.core.definition.text.DefinitionChange.Effect;
import io.hbasesearch.core.spi.CheckResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls the files of index definitions while a process runs, and notifies the process of changes. As long as one of the files has a
 * problem, all definitions stay unchanged. {@link #check()} is for any thread; owns its thread.
 */
final class DefinitionWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DefinitionWatch.class);

    private final FileWatch<Definitions.Resolved> files;
    private final List<Consumer<Collection<IndexDefinition>>> followers;
    private volatile CheckResult health;

    // Used only by the polling thread:
    private final Map<String, IndexDefinition> inForce = new LinkedHashMap<>();
    private List<IndexDefinition> takenUp;
    private List<String> refused = List.of();

    /**
     * Does no I/O.
     *
     * @param files reads all definitions, and throws with all of their problems
     * @param first those in force at the start
     * @param followers receive all definitions in force whenever one of them has changed
     */
    DefinitionWatch(
            Supplier<Definitions.Resolved> files,
            Duration interval,
            Definitions.Resolved first,
            List<Consumer<Collection<IndexDefinition>>> followers) {
        // Tables that a pattern leaves out may come and go with each poll.
        this.files = new FileWatch<>(
                "definition-watch",
                "index definitions",
                interval,
                first,
                files,
                Definitions.Resolved::definitions,
                this::settled);
        this.followers = List.copyOf(followers);
        this.takenUp = first.definitions();
        this.health = health(first.leftOut());
        takenUp.forEach(definition -> inForce.put(definition.name(), definition));
    }

    void start() {
        files.start();
    }

    /**
     * Returns healthy, with a warning while the files contain something that is not in force. Failed only if the thread no
     * longer polls.
     */
    CheckResult check() {
        return files.check().and(health);
    }

    /** Polls once; must be called by one thread. */
    void look() {
        files.look();
    }

    private void settled(Definitions.Resolved resolved) {
        if (!resolved.definitions().equals(takenUp)) {
            takeUp(resolved);
        }
        health = health(resolved.leftOut());
    }

    private CheckResult health(List<String> leftOut) {
        List<String> told = new ArrayList<>(refused);
        told.addAll(leftOut);
        return told.isEmpty() ? CheckResult.healthy() : CheckResult.warning(String.join("; ", told));
    }

    private void takeUp(Definitions.Resolved resolved) {
        List<IndexDefinition> read = resolved.definitions();
        List<String> reasons = new ArrayList<>();
        for (IndexDefinition definition : read) {
            IndexDefinition before = inForce.get(definition.name());
            if (before == null) {
                if (!resolved.matched().contains(definition.name())) {
                    LOG.info(
                            "index {} is defined now; unless it exists, create it: hbase-search index create {}",
                            definition.name(),
                            definition.name());
                }
                inForce.put(definition.name(), definition);
            } else if (!before.equals(definition)) {
                change(before, definition);
            }
        }
        inForce.keySet().stream()
                .filter(name ->
                        read.stream().noneMatch(definition -> definition.name().equals(name)))
                .forEach(name -> reasons.add("the definition of index " + name
                        + " is missing, or its table, if a pattern matched it; this process keeps the old definition until"
                        + " it is restarted"));
        reasons.stream().filter(reason -> !refused.contains(reason)).forEach(LOG::warn);
        refused = List.copyOf(reasons);
        takenUp = read;
        followers.forEach(follower -> follower.accept(List.copyOf(inForce.values())));
    }

    private void change(IndexDefinition before, IndexDefinition after) {
        List<DefinitionChange> changes = DefinitionChange.between(before, after);
        Effect effect = DefinitionChange.effect(changes);
        String told = changes.stream()
                .filter(change -> change.effect() == effect)
                .map(change -> change.setting() + " (" + change.reason() + ")")
                .collect(Collectors.joining(", "));
        switch (effect) {
            case AT_ONCE -> {
                inForce.put(after.name(), after);
                LOG.info("index {}: its changed definition is in force: {}", after.name(), told);
            }
            case NEEDS_REBUILD -> {
                // Processes that have the index open keep its old definition, and report that in health until it is
                // rebuilt.
                inForce.put(after.name(), after);
                LOG.warn(
                        "index {}: its changed definition is not in force until the index is rebuilt, with"
                                + " hbase-search reindex {} --rebuild: {}",
                        after.name(),
                        after.name(),
                        told);
            }
            case NEEDS_NEW_INDEX -> {
                // Processes that have the index open keep its old table, and report that in health until the index is
                // recreated.
                inForce.put(after.name(), after);
                LOG.warn("index {}: its changed definition is not in force: {}", after.name(), told);
            }
        }
    }

    @Override
    public void close() {
        files.close();
    }
}
