/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.process;

import io.hbasesearch.cli.output.Console;
import io.hbasesearch.cli.output.OutputFormat;
import io.hbasesearch.cli.output.Terminal;
import io.hbasesearch.cli.peer.PeerAdmin;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.WatchHealth;
import io.hbasesearch.indexer.IndexLifecycle;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the indexes of tables that match a pattern, as nobody looks when such a table comes: each as soon as its table has a
 * topic. What a process that was killed has left half made is finished. Whoever deletes one has it deleted until this process is
 * started again. {@link #redefine} and {@link #check} are for any thread; owns its thread; borrows the backend.
 */
final class MatchedIndexes implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MatchedIndexes.class);
    private static final Duration INTERVAL = Duration.ofSeconds(10);
    /** Less than the time for which indexers wait for an index that does not know yet where it begins. */
    private static final Duration CREATION_TIME = Duration.ofSeconds(20);

    private static final Duration STOP = Duration.ofSeconds(5);
    // Another process is about it.
    private static final Set<ErrorCode> RACES = Set.of(ErrorCode.ALREADY_EXISTS, ErrorCode.INDEX_LOCKED);

    private final Predicate<String> exists;
    private final Consumer<IndexDefinition> creation;
    private final Predicate<IndexDefinition> completion;
    private final Supplier<Set<String>> matched;
    private final CountDownLatch stop = new CountDownLatch(1);
    private volatile List<IndexDefinition> definitions;
    private final WatchHealth looks = new WatchHealth("the watch of tables that match a pattern", INTERVAL);
    private volatile CheckResult health = CheckResult.healthy();
    private @Nullable Thread thread;

    // Of the thread that looks, and before that of the one that starts:
    private final Set<String> seen = new HashSet<>();
    private Map<String, String> failures = Map.of();

    /**
     * @param exists whether there is an index of this name
     * @param creation creates one, or throws HBaseSearchException
     * @param completion gives one that there is what its creation may have left out; false if somebody may be about to create it still
     * @param matched which of the definitions are a pattern's
     */
    MatchedIndexes(
            Predicate<String> exists,
            Consumer<IndexDefinition> creation,
            Predicate<IndexDefinition> completion,
            Supplier<Set<String>> matched,
            Collection<IndexDefinition> definitions) {
        this.exists = Objects.requireNonNull(exists, "exists");
        this.creation = Objects.requireNonNull(creation, "creation");
        this.completion = Objects.requireNonNull(completion, "completion");
        this.matched = Objects.requireNonNull(matched, "matched");
        this.definitions = List.copyOf(definitions);
    }

    static MatchedIndexes of(
            ServiceConfig config,
            IndexBackend backend,
            Supplier<Set<String>> matched,
            Collection<IndexDefinition> definitions) {
        return new MatchedIndexes(
                name -> backend.admin().find(name).isPresent(),
                definition -> create(config, backend, definition),
                definition -> complete(config, backend, definition),
                matched,
                definitions);
    }

    private static void create(ServiceConfig config, IndexBackend backend, IndexDefinition definition) {
        Console silent = new Console(System.out, System.err, OutputFormat.TABLE, true, Terminal.none());
        try (IndexLifecycle indexes = new IndexLifecycle(backend, config.kafka());
                PeerAdmin peers = new PeerAdmin(config, silent)) {
            // First, as it names what is missing.
            indexes.requireCreatable(definition);
            IndexMetadata created = indexes.create(definition, Completeness.of(config, peers, definition));
            LOG.info(
                    "index {} of table {} created, which a pattern matches{}",
                    created.index(),
                    created.table(),
                    created.complete()
                            ? ""
                            : "; the rows that the table has already come into it by the scrub, or sooner with:"
                                    + " hbase-search reindex " + created.index());
        }
    }

    private static boolean complete(ServiceConfig config, IndexBackend backend, IndexDefinition definition) {
        boolean isOld = backend.admin()
                .find(definition.name())
                .filter(found -> found.createdAt().plus(CREATION_TIME).isBefore(Instant.now()))
                .isPresent();
        if (!isOld) {
            return false;
        }
        try (IndexLifecycle indexes = new IndexLifecycle(backend, config.kafka())) {
            if (indexes.finish(definition)) {
                LOG.info(
                        "index {}: its creation was broken off before it began in its topic, and is finished now",
                        definition.name());
            }
        }
        return true;
    }

    /**
     * Before indexers start, as they take an index without a beginning for one that has lost it: finishes what is half made. What
     * cannot be looked at now is tried again.
     */
    void finish() {
        try {
            wanted().forEach(this::finish);
        } catch (RuntimeException | LinkageError e) {
            LOG.debug("indexes of matching tables cannot be looked at yet", e);
        }
    }

    /** One that fails keeps no other from being finished. */
    private void finish(IndexDefinition definition) {
        try {
            if (exists.test(definition.name()) && completion.test(definition)) {
                seen.add(definition.name());
            }
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("index {} cannot be looked at yet", definition.name(), e);
        }
    }

    void start() {
        thread = new Thread(this::run, "matched-indexes");
        thread.setDaemon(true);
        thread.start();
    }

    /** All definitions that are in force. */
    void redefine(Collection<IndexDefinition> changed) {
        definitions = List.copyOf(changed);
    }

    /** Well; with a warning for each matching table that has no index. */
    CheckResult check() {
        return looks.check().and(health);
    }

    private void run() {
        try {
            do {
                lookOrFail();
            } while (!stop.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            // The process ends.
        }
    }

    private void lookOrFail() {
        try {
            look();
            looks.succeeded();
        } catch (RuntimeException | LinkageError e) {
            LOG.debug("tables that match a pattern cannot be looked at", e);
            looks.failed(e);
        }
    }

    /** For one thread. */
    void look() {
        Map<String, String> now = new TreeMap<>();
        for (IndexDefinition definition : wanted()) {
            if (stop.getCount() > 0) {
                ensure(definition, now);
            }
        }
        now.forEach((name, reason) -> {
            if (!reason.equals(failures.get(name))) {
                LOG.warn(reason);
            }
        });
        failures = now;
        health = now.isEmpty() ? CheckResult.healthy() : CheckResult.warning(String.join("; ", now.values()));
    }

    /** Those of a pattern that were not found whole yet. */
    private List<IndexDefinition> wanted() {
        Set<String> names = matched.get();
        return definitions.stream()
                .filter(definition -> names.contains(definition.name()) && !seen.contains(definition.name()))
                .toList();
    }

    /** Whatever it meets, the others are tried, and this one at the next look. */
    private void ensure(IndexDefinition definition, Map<String, String> failed) {
        try {
            boolean whole = true;
            if (exists.test(definition.name())) {
                whole = completion.test(definition);
            } else {
                creation.accept(definition);
            }
            if (whole) {
                seen.add(definition.name());
            }
        } catch (HBaseSearchException e) {
            if (!RACES.contains(e.code())) {
                failed.put(
                        definition.name(),
                        "index " + definition.name() + " is not created yet: " + e.getMessage()
                                + e.hint().map(hint -> ". " + hint).orElse(""));
            }
        } catch (RuntimeException | LinkageError e) {
            failed.put(definition.name(), "index " + definition.name() + " is not created yet: " + e);
        }
    }

    @Override
    public void close() {
        stop.countDown();
        if (thread != null) {
            try {
                thread.join(STOP.toMillis());
                thread.interrupt();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
