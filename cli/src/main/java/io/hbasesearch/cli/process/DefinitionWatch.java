/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.process;

import io.hbasesearch.core.definition.DefinitionChange;
import io.hbasesearch.core.definition.DefinitionChange.Effect;
import io.hbasesearch.core.definition.Definitions;
import io.hbasesearch.core.definition.IndexDefinition;
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
 * Looks at the files of index definitions while a process runs, and tells the parts of the process what changed. Files are read
 * whole: as long as one of them has a problem, all definitions stay as they are. They are taken up once two looks in a row find the
 * same, as an editor may be about to write more. {@link #check()} is for any thread; owns its thread.
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

    // Of the thread that looks:
    private final Map<String, IndexDefinition> inForce = new LinkedHashMap<>();
    private List<IndexDefinition> seen;
    private List<IndexDefinition> takenUp;
    private List<String> refused = List.of();
    private String trouble = "";

    /**
     * @param files reads all definitions, and throws with every problem of theirs
     * @param first those in force at the start
     * @param followers get all definitions that are in force whenever one of them has changed
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

    /** Well; with a warning while files say something that is not in force. Failed only if its thread does not look any more. */
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
            // The process ends.
        }
    }

    /** For one thread. Whatever it meets, the next look is tried. */
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
            // A codec's jar may lack what it needs.
            tell(String.valueOf(e.getMessage()));
        }
    }

    private CheckResult health(List<String> leftOut) {
        List<String> told = new ArrayList<>(refused);
        told.addAll(leftOut);
        return told.isEmpty() ? CheckResult.healthy() : CheckResult.warning(String.join("; ", told));
    }

    /** Once for as long as it stays the same. */
    private void tell(String problem) {
        if (!problem.equals(trouble)) {
            LOG.warn("index definitions stay as this process has read them before: {}", problem);
            trouble = problem;
            health = CheckResult.warning("index definitions stay as this process has read them before, as "
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
                            "index {} is defined now; unless it is there, create it: hbase-search index create {}",
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
                        + " is gone, or its table, if a pattern matched that; this process goes on with what it has read until"
                        + " it is started again"));
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
                // Whoever has the index open goes on as it was made, and says so in health until it is built anew.
                inForce.put(after.name(), after);
                LOG.warn(
                        "index {}: its changed definition is not in force before the index is built anew, with"
                                + " hbase-search reindex {} --rebuild: {}",
                        after.name(),
                        after.name(),
                        told);
            }
            case NEEDS_NEW_INDEX -> {
                // Whoever has the index open goes on with its table, and says so in health until the index is another
                // one.
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
