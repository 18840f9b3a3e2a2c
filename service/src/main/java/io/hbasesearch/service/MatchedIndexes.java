/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.service;

import io.hbasesearch.administration.Reporter;
import io.hbasesearch.administration.peer.Completeness;
import io.hbasesearch.administration.peer.PeerAdmin;
import io.hbasesearch.core.concurrent.BackgroundTask;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.WatchHealth;
import io.hbasesearch.indexer.lifecycle.IndexLifecycle;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the indexes of tables that match a pattern: each as soon as its table has a topic. Completes indexes that a killed
 * process has left half created. An index that a user deletes stays deleted until this process is restarted. {@link #redefine}
 * and {@link #check} are for any thread; owns its thread; borrows the backend.
 */
final class MatchedIndexes implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MatchedIndexes.class);
    private static final Reporter REPORTER = new Reporter() {
        @Override
        public void info(String message) {
            LOG.debug(message);
        }

        @Override
        public void warn(String message) {
            LOG.warn(message);
        }
    };
    private static final Duration INTERVAL = Duration.ofSeconds(10);
    /** Shorter than the time for which indexers wait for an index that has no start position yet. */
    private static final Duration CREATION_TIME = Duration.ofSeconds(20);

    // Another process is creating it.
    private static final Set<ErrorCode> RACES = Set.of(ErrorCode.ALREADY_EXISTS, ErrorCode.INDEX_LOCKED);

    private final Predicate<String> exists;
    private final Consumer<IndexDefinition> creation;
    private final Predicate<IndexDefinition> completion;
    private final Supplier<Set<String>> matched;
    private volatile List<IndexDefinition> definitions;
    private final WatchHealth looks = new WatchHealth("the watch of tables that match a pattern", INTERVAL);
    private volatile CheckResult health = CheckResult.healthy();
    private final BackgroundTask task = new BackgroundTask("matched-indexes", INTERVAL, this::lookOrFail);

    // Used by the polling thread, and before that by the starting thread:
    private final Set<String> seen = new HashSet<>();
    private Map<String, String> failures = Map.of();

    /**
     * Does no I/O.
     *
     * @param exists returns whether an index of this name exists
     * @param creation creates one, or throws HBaseSearchException
     * @param completion completes an existing index that was only partly created; false if another process may still be
     *     creating it
     * @param matched returns which of the definitions come from a pattern
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
        try (IndexLifecycle indexes = new IndexLifecycle(backend, config.kafka());
                PeerAdmin peers = new PeerAdmin(config, REPORTER)) {
            // First, because its failure names what is missing.
            indexes.requireCreatable(definition);
            IndexMetadata created = indexes.create(definition, Completeness.of(config, peers, definition));
            LOG.info(
                    "index {} of table {} created, which a pattern matches{}",
                    created.index(),
                    created.table(),
                    created.complete()
                            ? ""
                            : "; the scrub will index the table's existing rows; to do it sooner:"
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
                        "index {}: its creation was interrupted before it had a start position in its topic, and is complete now",
                        definition.name());
            }
        }
        return true;
    }

    /**
     * Completes half-created indexes before indexers start, because an indexer takes an index without a start position for one
     * that has lost it. Indexes that cannot be checked now are retried later.
     */
    void finish() {
        try {
            wanted().forEach(this::finish);
        } catch (RuntimeException | LinkageError e) {
            LOG.debug("indexes of matching tables cannot be checked yet", e);
        }
    }

    /** Completes one index; a failure does not affect the others. */
    private void finish(IndexDefinition definition) {
        try {
            if (exists.test(definition.name()) && completion.test(definition)) {
                seen.add(definition.name());
            }
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("index {} cannot be checked yet", definition.name(), e);
        }
    }

    void start() {
        task.start();
    }

    /** Sets all definitions that are in force. */
    void redefine(Collection<IndexDefinition> changed) {
        definitions = List.copyOf(changed);
    }

    /** Returns healthy, with a warning for each matching table that has no index. */
    CheckResult check() {
        return looks.check().and(health);
    }

    private void lookOrFail() {
        try {
            look();
            looks.succeeded();
        } catch (RuntimeException | LinkageError e) {
            LOG.debug("tables that match a pattern cannot be checked", e);
            looks.failed(e);
        }
    }

    /** Polls once; must be called by one thread. */
    void look() {
        Map<String, String> now = new TreeMap<>();
        for (IndexDefinition definition : wanted()) {
            if (!task.isStopping()) {
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

    /** Returns the definitions from patterns whose index was not found complete yet. */
    private List<IndexDefinition> wanted() {
        Set<String> names = matched.get();
        return definitions.stream()
                .filter(definition -> names.contains(definition.name()) && !seen.contains(definition.name()))
                .toList();
    }

    /** Creates or completes one index; after any failure the others are still tried, and this one again at the next poll. */
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
        task.close();
    }
}
