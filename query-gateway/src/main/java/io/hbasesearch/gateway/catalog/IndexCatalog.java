/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.catalog;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.row.FreshnessSource;
import io.hbasesearch.core.spi.IndexStatistics;
import io.hbasesearch.gateway.answer.AsOf;
import io.hbasesearch.gateway.guard.BackendGuard;
import io.hbasesearch.gateway.guard.RequestDeadline;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;
import io.hbasesearch.gateway.request.NameHints;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks up and describes the current indexes. Safe for use by several threads. */
public final class IndexCatalog {
    private static final Logger LOG = LoggerFactory.getLogger(IndexCatalog.class);
    private static final double SHARE_OF_EACH = 0.5;
    private static final Duration SUCCESSION = Duration.ofSeconds(2);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

    private final Supplier<Map<String, SearchableIndex>> indexes;
    private final Function<String, IndexStatistics> statistics;
    private final BackendGuard backend;
    private final FreshnessSource freshness;
    private final Function<String, Optional<String>> awaited;

    /** @param awaited see {@code GatewayCapabilities} */
    public IndexCatalog(
            Supplier<Map<String, SearchableIndex>> indexes,
            Function<String, IndexStatistics> statistics,
            BackendGuard backend,
            FreshnessSource freshness,
            Function<String, Optional<String>> awaited) {
        this.awaited = awaited;
        this.indexes = indexes;
        this.statistics = statistics;
        this.backend = backend;
        this.freshness = freshness;
    }

    /**
     * Returns the index with this name.
     *
     * @param open names of the indexes that the caller may know of
     * @throws ProblemException 404 with the nearest of these names, or 503 if it is not yet known whether the index exists
     */
    public SearchableIndex get(String name, Predicate<String> open) {
        Map<String, SearchableIndex> now = indexes.get();
        SearchableIndex index = now.get(name);
        if (index == null) {
            List<String> known = now.keySet().stream().filter(open).toList();
            throw new ProblemException(awaited.apply(name)
                    .filter(why -> open.test(name))
                    .map(why ->
                            ProblemDocument.of(503, ErrorCode.SERVER_UNREACHABLE, why, "Ask again in a few seconds."))
                    .orElseGet(() -> ProblemDocument.of(
                            404, ErrorCode.NOT_FOUND, "no index '" + name + "'", NameHints.hint(name, known))));
        }
        return index;
    }

    /**
     * Runs work on an index. Runs it once more if its generation was dropped meanwhile and another generation has replaced it.
     *
     * @param index as {@link #get} returned it
     * @param deadline of both attempts together
     */
    public <T> T call(SearchableIndex index, RequestDeadline deadline, Function<SearchableIndex, T> work) {
        try {
            return work.apply(index);
        } catch (HBaseSearchException e) {
            if (e.code() != ErrorCode.INDEX_NOT_FOUND) {
                throw e;
            }
            return work.apply(successor(index, deadline, e));
        }
    }

    /** Waits for the next generation: it is offered about a second after it becomes live, and the old one is dropped some time later. */
    private SearchableIndex successor(SearchableIndex index, RequestDeadline deadline, HBaseSearchException failure) {
        long end = System.nanoTime() + SUCCESSION.toNanos();
        while (System.nanoTime() - end < 0
                && !deadline.passed()
                && !Thread.currentThread().isInterrupted()) {
            SearchableIndex now = indexes.get().get(index.definition().name());
            if (now != null && !now.metadata().uuid().equals(index.metadata().uuid())) {
                return now;
            }
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
        throw failure;
    }

    public Map<String, SearchableIndex> all() {
        return indexes.get();
    }

    /** @param open names of the indexes that the caller may know of */
    public List<IndexAnswer> describeAll(Predicate<String> open, RequestDeadline deadline) {
        return new TreeMap<>(indexes.get())
                .entrySet().stream()
                        .filter(index -> open.test(index.getKey()))
                        .map(index -> describe(index.getValue(), deadline))
                        .toList();
    }

    /** Describes an index, without its numbers if the backend does not return them in time. */
    public IndexAnswer describe(SearchableIndex index, RequestDeadline deadline) {
        return IndexAnswer.of(
                index, statistics(index.definition().name(), deadline), AsOf.of(freshness.of(index.metadata())));
    }

    private @Nullable IndexStatistics statistics(String name, RequestDeadline deadline) {
        try {
            return backend.call(name, deadline.left(SHARE_OF_EACH), () -> statistics.apply(name));
        } catch (RuntimeException e) {
            LOG.debug("No statistics of index {}", name, e);
            return null;
        }
    }
}
