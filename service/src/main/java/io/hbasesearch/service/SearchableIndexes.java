/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.service;

import io.hbasesearch.core.concurrent.BackgroundTask;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.SynonymRules;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.FailureClass;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tracks the indexes that can be searched now: those that exist in the backend and have a definition, each with its live
 * generation and the definition of that generation. Polls every second, because commands create, delete and rebuild indexes
 * while a gateway runs. An index that cannot be opened is omitted and reported by {@link #check()}; the others are searched.
 * {@link #current()} and {@link #check()} are for any thread; owns its thread and the searchers; borrows the backend.
 */
public final class SearchableIndexes implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SearchableIndexes.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration STOP = Duration.ofSeconds(5);
    /** Delay before a replaced searcher is closed: a request that has just taken it may be about to search. */
    private static final Duration LEAVING = Duration.ofSeconds(5);

    private static final String LIST = "list of indexes";
    // Failures that concern every index of a backend.
    private static final Set<ErrorCode> BACKEND_FAILURES =
            Set.of(ErrorCode.ACCESS_DENIED, ErrorCode.CONFIGURATION_INVALID);

    private final IndexBackend backend;
    private volatile Map<String, IndexDefinition> definitions;
    private final BackgroundTask task = new BackgroundTask("searchable-indexes", INTERVAL, this::refreshOrWarn);
    // The problem of an index, by its name, or of LIST.
    private final Map<String, String> failures = new ConcurrentHashMap<>();
    private volatile Map<String, SearchableIndex> current = Map.of();

    /** Replaced searchers, with the time of their replacement. Only for the polling thread. */
    private final IdentityHashMap<SearchableIndex, Long> leaving = new IdentityHashMap<>();

    public SearchableIndexes(IndexBackend backend, Collection<IndexDefinition> definitions) {
        this.backend = Objects.requireNonNull(backend, "backend");
        this.definitions = byName(definitions);
    }

    private static Map<String, IndexDefinition> byName(Collection<IndexDefinition> definitions) {
        return definitions.stream().collect(Collectors.toUnmodifiableMap(IndexDefinition::name, Function.identity()));
    }

    /**
     * Applies changed and new definitions at the next poll. An index that was created from another definition is searched with
     * that one until it is rebuilt, as {@link #check()} reports.
     *
     * @param changed contains all definitions that it contained before
     */
    void redefine(Collection<IndexDefinition> changed) {
        definitions = byName(changed);
    }

    /**
     * Polls once, then continues on a thread. An unreachable backend is retried.
     *
     * @throws HBaseSearchException if an operator must act first: INDEX_LOCKED if another process owns an index
     */
    public void start() {
        refresh(true);
        task.startAfterInterval();
    }

    /** Returns the indexes by name. */
    public Map<String, SearchableIndex> current() {
        return current;
    }

    /** Returns healthy unless the backend cannot list its indexes, or one of them cannot be searched. */
    public CheckResult check() {
        String ailing = failures.entrySet().stream()
                .map(failure -> failure.getKey() + ": " + failure.getValue())
                .sorted()
                .collect(Collectors.joining("; "));
        if (!ailing.isEmpty()) {
            return CheckResult.failed(ailing);
        }
        String changed = current.values().stream()
                .map(SearchableIndex::metadata)
                .flatMap(metadata -> Optional.ofNullable(definitions.get(metadata.index()))
                        .filter(definition -> !metadata.isMadeBy(definition))
                        .map(definition -> ChangedDefinition.warning(metadata, definition))
                        .stream())
                .sorted()
                .collect(Collectors.joining("; "));
        return changed.isEmpty() ? CheckResult.healthy() : CheckResult.warning(changed);
    }

    /** Polls once. After any failure the next poll still runs: no other thread would notice that this one has died. */
    private void refreshOrWarn() {
        try {
            refresh(false);
        } catch (Throwable e) {
            fail(LIST, e);
        }
    }

    private void refresh(boolean first) {
        Map<String, SearchableIndex> before = current;
        Map<String, SearchableIndex> now = new HashMap<>();
        try {
            Function<String, Optional<IndexMetadata>> lookUp = lookUp(first);
            for (IndexDefinition definition : definitions.values()) {
                refresh(definition, lookUp, before.get(definition.name()), first)
                        .ifPresent(index -> now.put(definition.name(), index));
            }
        } catch (Throwable e) {
            without(before, now).forEach(SearchableIndexes::close);
            throw e;
        }
        current = Map.copyOf(now);
        without(now, before).forEach(replaced -> leaving.put(replaced, System.nanoTime()));
        leaving.entrySet().removeIf(replaced -> {
            boolean over = System.nanoTime() - replaced.getValue() > LEAVING.toNanos();
            if (over) {
                close(replaced.getKey());
            }
            return over;
        });
    }

    /** Looks up all indexes at once; if one index makes that fail, looks up each separately. */
    private Function<String, Optional<IndexMetadata>> lookUp(boolean first) {
        try {
            Map<String, IndexMetadata> listed = backend.admin().list().stream()
                    .collect(Collectors.toMap(IndexMetadata::index, Function.identity()));
            failures.remove(LIST);
            return name -> Optional.ofNullable(listed.get(name));
        } catch (HBaseSearchException e) {
            boolean ofBackend = BACKEND_FAILURES.contains(e.code()) || e.failureClass() != FailureClass.FATAL;
            if (ofBackend && (!first || e.failureClass() != FailureClass.FATAL)) {
                fail(LIST, e);
                return name -> Optional.ofNullable(current.get(name)).map(SearchableIndex::metadata);
            } else if (ofBackend) {
                throw e;
            }
        } catch (RuntimeException e) {
            LOG.debug("cannot list the indexes, looking up each separately", e);
        }
        failures.remove(LIST);
        return backend.admin()::find;
    }

    /** @return empty if there is no such index, or it cannot be searched */
    private Optional<SearchableIndex> refresh(
            IndexDefinition definition,
            Function<String, Optional<IndexMetadata>> lookUp,
            @Nullable SearchableIndex before,
            boolean first) {
        String name = definition.name();
        Optional<IndexMetadata> metadata;
        try {
            metadata = lookUp.apply(name);
        } catch (RuntimeException | LinkageError e) {
            fail(name, e);
            return Optional.ofNullable(before);
        }
        try {
            Optional<SearchableIndex> index = metadata.map(found -> open(before, definition, found));
            failures.remove(name);
            return index;
        } catch (RuntimeException | LinkageError e) {
            if (first && e instanceof HBaseSearchException known && known.code() == ErrorCode.INDEX_LOCKED) {
                throw known;
            }
            fail(name, e);
            // The replacement of an index may be openable at the next poll; readers keep the old one until then.
            boolean isRetryable = e instanceof HBaseSearchException known
                    && known.failureClass().isRetryable();
            return isRetryable ? Optional.ofNullable(before) : Optional.empty();
        }
    }

    /** Records a failure for {@link #check()}, and logs it once as long as it stays the same. */
    private void fail(String name, Throwable failure) {
        String reason = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        if (!reason.equals(failures.put(name, reason))) {
            LOG.warn("{}: {}; continuing with the indexes that can be searched", name, reason);
        }
    }

    private SearchableIndex open(@Nullable SearchableIndex before, IndexDefinition definition, IndexMetadata metadata) {
        SynonymRules synonyms = definition.options().synonyms();
        boolean changes = before != null
                && (metadata.isMadeBy(definition)
                        ? !before.definition().equals(definition)
                        : !before.definition().options().synonyms().equals(synonyms));
        if (before != null && before.metadata().uuid().equals(metadata.uuid()) && !changes) {
            return new SearchableIndex(before.definition(), metadata, before.searcher());
        }
        // Queries and row reads use the definition from which this generation was created. An index stores no synonyms.
        IndexDefinition own = metadata.definitionOr(definition).withSynonyms(synonyms);
        SearchableIndex opened = new SearchableIndex(own, metadata, backend.openSearcher(own, metadata));
        LOG.info("index {} can be searched: {}", metadata.index(), metadata.physicalName());
        return opened;
    }

    /** Returns those of {@code some} whose searcher is not in {@code kept}. */
    private static List<SearchableIndex> without(Map<String, SearchableIndex> kept, Map<String, SearchableIndex> some) {
        return some.values().stream()
                .filter(index -> kept.values().stream().noneMatch(other -> other.searcher() == index.searcher()))
                .toList();
    }

    private static void close(SearchableIndex index) {
        LOG.info("{} is no longer searched", index.metadata().physicalName());
        try {
            index.searcher().close();
        } catch (RuntimeException e) {
            LOG.warn(
                    "the searcher of index {} did not close: {}",
                    index.definition().name(),
                    e.getMessage());
        }
    }

    @Override
    public void close() {
        // Not interrupted, because an embedded index mistakes an interrupt for a broken disk.
        task.stop(STOP);
        leaving.keySet().forEach(SearchableIndexes::close);
        leaving.clear();
        current.values().forEach(SearchableIndexes::close);
        current = Map.of();
    }
}
