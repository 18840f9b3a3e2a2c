/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.catalog;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.core.row.FreshnessSource;
import io.hbasesearch.core.row.RowTouches;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.UnreadableDocumentException;
import io.hbasesearch.gateway.answer.AsOf;
import io.hbasesearch.gateway.guard.BackendGuard;
import io.hbasesearch.gateway.guard.RequestDeadline;
import io.hbasesearch.gateway.guard.Unsupported;
import io.hbasesearch.gateway.http.UserFacingException;
import io.hbasesearch.gateway.request.KeyFormat;
import io.hbasesearch.gateway.request.ParameterNames;
import io.hbasesearch.gateway.telemetry.GatewayMetrics;
import io.hbasesearch.gateway.telemetry.Tracing;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Provides read-your-writes for one row. It sends a touch event to the row's partition, behind everything that was announced before; once
 * the index shows the row at that event's version or a later one, it shows the caller's write. Safe for use by several threads.
 *
 * <p>A write is announced a moment after it is acknowledged. That delay does not matter, because the touch makes the indexer read the row
 * itself.
 */
public final class FenceService {
    private static final Duration FIRST_LOOK = Duration.ofMillis(5);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(100);

    /** Share of the time left; the rest is for the refresh after the index has written. */
    private static final double SHARE_OF_LOOK = 0.8;

    private final IndexCatalog catalog;
    private final Optional<RowTouches> touches;
    private final BackendGuard kafka;
    private final BackendGuard backend;
    private final FreshnessSource freshness;
    private final GatewayMetrics metrics;
    private final Tracing tracing;
    private final Refreshes refreshes = new Refreshes();

    public FenceService(
            IndexCatalog catalog,
            Optional<RowTouches> touches,
            BackendGuard kafka,
            BackendGuard backend,
            FreshnessSource freshness,
            GatewayMetrics metrics,
            Tracing tracing) {
        this.catalog = catalog;
        this.touches = touches;
        this.kafka = kafka;
        this.backend = backend;
        this.freshness = freshness;
        this.metrics = metrics;
        this.tracing = tracing;
    }

    /**
     * Waits until searches of the index show the row's current state.
     *
     * @param open names of the indexes that the caller may know of
     * @throws HBaseSearchException TIMED_OUT if the index does not show the row in time: nothing is lost, the index lags behind
     * @throws io.hbasesearch.gateway.http.ProblemException 501 if fences are not supported, 503 if Kafka's or the index's breaker is open
     */
    public FenceAnswer fence(
            SearchableIndex asked, RowKey row, ParameterNames.RowParameters parameters, Predicate<String> open) {
        RowTouches means = touches.orElseThrow(() -> Unsupported.problem("fences"));
        long start = System.nanoTime();
        RequestDeadline deadline = RequestDeadline.after(parameters.timeout());
        String name = asked.definition().name();
        try {
            Supplier<SearchableIndex> now = () -> catalog.get(name, open);
            Reached reached =
                    tracing.step("fence", () -> await(means, asked, now, row, deadline, parameters.timeout()));
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            metrics.fence(name, true).record(took);
            return new FenceAnswer(
                    name,
                    parameters.keyFormat().format(row),
                    KeyFormat.shown(row, asked.definition().rowKeyFormat()),
                    reached.version().value(),
                    reached.state(),
                    took.toMillis(),
                    AsOf.of(freshness.of(reached.index())));
        } catch (HBaseSearchException e) {
            metrics.fence(name, false).record(Duration.ofNanos(System.nanoTime() - start));
            throw e;
        }
    }

    private record Reached(IndexMetadata index, RowVersion version, String state) {}

    private Reached await(
            RowTouches means,
            SearchableIndex asked,
            Supplier<SearchableIndex> now,
            RowKey row,
            RequestDeadline deadline,
            Duration timeout) {
        IndexMetadata source = asked.metadata();
        RowVersion version = touch(means, source, row, deadline);
        long pause = FIRST_LOOK.toNanos();
        while (!deadline.passed() && !Thread.currentThread().isInterrupted()) {
            SearchableIndex index = now.get();
            if (!readsTheSame(index.metadata(), source)) {
                // Its events are in another topic or epoch now, so the touch must be sent there.
                source = index.metadata();
                version = touch(means, source, row, deadline);
            }
            Optional<IndexedDocument.State> state = look(index, row, version, deadline);
            if (state.isPresent()) {
                backend.call(index.definition().name(), deadline.left(), () -> {
                    refreshes.refresh(index);
                    return true;
                });
                return new Reached(index.metadata(), version, state(state.get()));
            }
            LockSupport.parkNanos(Math.min(pause, deadline.left().toNanos()));
            pause = Math.min(2 * pause, LONGEST_PAUSE.toNanos());
        }
        throw late(asked, version, timeout);
    }

    private RowVersion touch(RowTouches means, IndexMetadata index, RowKey row, RequestDeadline deadline) {
        String topic = index.topic();
        return tracing.send(
                topic,
                () -> kafka.call(
                        topic,
                        deadline.left(),
                        () -> Objects.requireNonNull(
                                means.touch(index, List.of(row)).get(row), "no version for the row")));
    }

    private static boolean readsTheSame(IndexMetadata one, IndexMetadata other) {
        return one.topicId().equals(other.topicId()) && one.epoch() == other.epoch();
    }

    /** Returns the row's state: of several documents, the state that ranks highest. Empty while one of them has not reached the version. */
    private Optional<IndexedDocument.State> look(
            SearchableIndex index, RowKey row, RowVersion version, RequestDeadline deadline) {
        Set<IndexedDocument.State> states = EnumSet.noneOf(IndexedDocument.State.class);
        for (DocumentId id : index.definition().documents(row)) {
            Optional<IndexedDocument> document =
                    look(index, id, deadline).filter(found -> found.version() >= version.value());
            if (document.isEmpty()) {
                return Optional.empty();
            }
            states.add(document.get().state());
        }
        return Stream.of(IndexedDocument.State.LIVE, IndexedDocument.State.FAILED, IndexedDocument.State.DELETED)
                .filter(states::contains)
                .findFirst();
    }

    private Optional<IndexedDocument> look(SearchableIndex index, DocumentId id, RequestDeadline deadline) {
        try {
            return backend.call(index.definition().name(), deadline.left(SHARE_OF_LOOK), () -> index.searcher()
                    .get(id));
        } catch (UnreadableDocumentException e) {
            // A document of another writer has the row's id: the indexer is about to overwrite it.
            return Optional.empty();
        } catch (HBaseSearchException e) {
            // The last look may have almost no time left; report the fence's timeout then, not the look's.
            if (e.code() == ErrorCode.TIMED_OUT) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static String state(IndexedDocument.State state) {
        return switch (state) {
            case LIVE -> "document";
            case DELETED -> "deleted";
            case FAILED -> "failed";
        };
    }

    private static HBaseSearchException late(SearchableIndex index, RowVersion version, Duration timeout) {
        return new UserFacingException(
                ErrorCode.TIMED_OUT,
                "index " + index.definition().name() + " did not show the row at version " + version.value()
                        + " within " + timeout.toMillis() + " ms",
                "Nothing is lost: the indexer is behind or not running. Try again, or check its lag.",
                null);
    }
}
