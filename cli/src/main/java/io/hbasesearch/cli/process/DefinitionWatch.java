/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.process;

import io.hbasesearch.core.definition.Definitions;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionChange;
import io.hbasesearch.core.definition.text.DefinitionChange.Effect;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.WatchHealth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls the files of index definitions while a process runs, and notifies the process of changes. The files are read as a
 * whole: as long as one of them has a problem, all definitions stay unchanged. A change is applied once two polls in a row find
 * the same, because an editor may still be writing. {@link #check()} is for any thread; owns its thread.
 */
final class DefinitionWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DefinitionWatch.class);
    private static final Duration STOP = Duration.ofSeconds(5);

    private final Supplier<Definitions.Resolved> files;
    private final Duration interval;
    private final List<Consumer<Collection<IndexDefinition>>> followers;
    private final CountDownLatch stop = new CountDownLatch(1);
    private final WatchHealth looks;
    private volatile CheckResult health;
    private @Nullable Thread thread;

    // Used only by the polling thread:
    private final Map<String, IndexDefinition> inForce = new LinkedHashMap<>();
    private List<IndexDefinition> seen;
    private List<IndexDefinition> takenUp;
    private List<String> refused = List.of();
    private String trouble = "";

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
        this.files = Objects.requireNonNull(files, "files");
        this.interval = Objects.requireNonNull(interval, "interval");
        this.followers = List.copyOf(followers);
        this.looks = new WatchHealth("the watch of index definitions", interval);
        this.seen = first.definitions();
        this.takenUp = seen;
        this.health = health(first.leftOut());
        seen.forEach(definition -> inForce.put(definition.name(), definition));
    }

    void start() {
        thread = new Thread(this::run, "definition-watch");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Returns healthy, with a warning while the files contain something that is not in force. Failed only if the thread no
     * longer polls.
     */
    CheckResult check() {
        return looks.check().and(health);
    }

    private void run() {
        try {
            while (!stop.await(interval.toMillis(), TimeUnit.MILLISECONDS)) {
                look();
                looks.succeeded();
            }
        } catch (InterruptedException e) {
            // The process stops.
        }
    }

    /** Polls once; must be called by one thread. After any failure, the next poll tries again. */
    void look() {
        try {
            Definitions.Resolved resolved = files.get();
            List<IndexDefinition> read = resolved.definitions();
            boolean settled = read.equals(seen);
            seen = read;
            if (!settled) {
                return;
            }
            if (!read.equals(takenUp)) {
                takeUp(resolved);
            }
            if (!trouble.isEmpty()) {
                LOG.info("the index definitions can be read again");
                trouble = "";
            }
            health = health(resolved.leftOut());
        } catch (RuntimeException | LinkageError e) {
            // A codec's jar may lack a class that it needs.
            tell(String.valueOf(e.getMessage()));
        }
    }

    private CheckResult health(List<String> leftOut) {
        List<String> told = new ArrayList<>(refused);
        told.addAll(leftOut);
        return told.isEmpty() ? CheckResult.healthy() : CheckResult.warning(String.join("; ", told));
    }

    /** Reports a problem once, as long as it stays the same. */
    private void tell(String problem) {
        if (!problem.equals(trouble)) {
            LOG.warn("keeping the index definitions that were read before: {}", problem);
            trouble = problem;
            health = CheckResult.warning("the index definitions that were read before stay in force, because "
                    + problem.lines().collect(Collectors.joining(" "))
                    + "; see: hbase-search config check");
        }
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
        stop.countDown();
        if (thread != null) {
            try {
                thread.join(STOP.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
