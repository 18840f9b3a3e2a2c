/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.PathReader;
import io.hbasesearch.core.row.PathRequest;
import io.hbasesearch.core.row.PathRows;
import io.hbasesearch.core.rowkey.frame.KeyBytes;
import io.hbasesearch.core.rowkey.plan.AccessPath;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.gateway.cursor.Place;
import io.hbasesearch.gateway.plan.ExactMatcher;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * Pages that the table itself gives: the rows that a path leads to, each kept if the whole query holds of it as it is mapped now.
 * They need no check, and the index is not asked. Safe for use by several threads.
 */
final class TablePath {
    /** Rows that one page may cost; a cursor goes on behind them. */
    private static final int MOST_EXAMINED = 100_000;

    /** Of a count: what is read at once, as none of the rows is held. */
    private static final int ROWS_OF_A_COUNT = 1_000;

    /** What is read ends a little before the guard stops waiting, so that what was found is not lost. */
    private static final double SHARE_OF_READING = 0.85;

    private final BackendGuard hbase;
    private final PathReader paths;
    private final GatewayMetrics metrics;

    TablePath(BackendGuard hbase, PathReader paths, GatewayMetrics metrics) {
        this.hbase = hbase;
        this.paths = paths;
        this.metrics = metrics;
    }

    /** @param skip rows to leave out at the beginning */
    record Wanted(
            SearchableIndex index,
            SearchQuery query,
            AccessPath path,
            int size,
            int skip,
            Optional<Place.OfTable> from,
            ColumnSelection columns) {}

    /** @throws HBaseSearchException as {@link PathReader#read}, and TIMED_OUT if a scan got nowhere */
    FoundPage page(Wanted wanted, Deadline deadline) {
        IndexDefinition definition = wanted.index().definition();
        long start = System.nanoTime();
        Reading reading = new Reading(wanted);
        PathRequest request = reading.request(deadline);
        PathRows rows = hbase.call(definition.table().toString(), deadline.left(), () -> paths.read(request));
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        metrics.fetch(definition.name()).record(took);
        metrics.stage(definition.name(), "table", "scan").record(took);
        return reading.page(rows);
    }

    /** One page. Rows are judged by several threads at once; the rest is for one. */
    private static final class Reading {
        private final Wanted wanted;
        private final IndexDefinition definition;
        private final ExactMatcher matcher;
        private final Predicate<Row> gone;
        private final RowFetcher.Mapping mapping;
        private final AtomicLong matched = new AtomicLong();
        private final AtomicInteger examined = new AtomicInteger();
        private final AtomicInteger unmappable = new AtomicInteger();

        Reading(Wanted wanted) {
            this.wanted = wanted;
            this.definition = wanted.index().definition();
            this.matcher = new ExactMatcher(definition);
            this.gone = RowFetcher.gone(definition);
            this.mapping = RowFetcher.mapping(definition);
        }

        private boolean onlyCounts() {
            return wanted.size() == 0;
        }

        PathRequest request(Deadline deadline) {
            return new PathRequest(
                    definition.table(),
                    BoundedRead.ofRows(definition, Optional.of(wanted.columns()), BoundedRead.MOST_OF_HIT)
                            .selection(),
                    wanted.path().within(within()),
                    this::fields,
                    Optional.empty(),
                    // One more tells whether there are more.
                    onlyCounts() ? ROWS_OF_A_COUNT : wanted.skip() + wanted.size() + 1,
                    MOST_EXAMINED,
                    deadline.left(SHARE_OF_READING),
                    atLeastAMilli(deadline.left()));
        }

        private static Duration atLeastAMilli(Duration left) {
            return left.toMillis() < 1 ? Duration.ofMillis(1) : left;
        }

        private KeyRange within() {
            return wanted.from()
                    .map(place -> new KeyRange(KeyBytes.behind(place.row().bytes()), ByteArray.empty()))
                    .orElse(KeyRange.all());
        }

        /** A count needs no rows, so that none is held. */
        private Optional<Map<String, KeyValue>> fields(Row row) {
            examined.incrementAndGet();
            if (!matches(row)) {
                return Optional.empty();
            }
            matched.incrementAndGet();
            return onlyCounts() ? Optional.empty() : Optional.of(Map.of());
        }

        private boolean matches(Row row) {
            if (gone.test(row)) {
                return false;
            }
            MappedRow mapped = mapping.map(row);
            if (mapped.unmappable() != null) {
                // The index has no document of it either.
                unmappable.incrementAndGet();
                return false;
            }
            SearchQuery query = wanted.query();
            return matcher.matches(query.query(), mapped.document())
                    && query.filters().stream().allMatch(filter -> matcher.matches(filter, mapped.document()));
        }

        /** Without a row to go on behind, the next page would begin where this one did, or not at all. */
        private void requireProgress(PathRows read) {
            if (read.cutShort() && read.readUpTo().isEmpty() && !onlyCounts()) {
                throw new HBaseSearchException(
                        ErrorCode.TIMED_OUT,
                        "the scan of table " + definition.table()
                                + " ended before the first of its rows in order was read",
                        "Ask again with a longer timeout, or with plan=search.",
                        null);
            }
        }

        /** @throws HBaseSearchException TIMED_OUT if reading was cut before its first row */
        FoundPage page(PathRows read) {
            requireProgress(read);
            List<PathRows.Found> rows = read.rows();
            int wantedRows = wanted.skip() + wanted.size();
            boolean isFull = !onlyCounts() && rows.size() > wantedRows;
            List<PathRows.Found> all = isFull ? rows.subList(0, wantedRows) : rows;
            List<Found> hits = all.stream()
                    .skip(wanted.skip())
                    .map(found -> new Found(found.row().key(), mapping.map(found.row())))
                    .toList();
            boolean more = isFull || read.cutShort();
            int before = wanted.from().map(place -> place.offset() + 1).orElse(0);
            long total = before + (onlyCounts() ? matched.get() : all.size());
            return new FoundPage(
                    total,
                    !more && wanted.from().isEmpty(),
                    "table",
                    hits,
                    new FoundPage.Checks(VerifyMode.MATCH, examined.get(), 0, 0, 0),
                    0,
                    Map.of(),
                    Optional.empty(),
                    end(read, all, isFull).map(key -> new Place.OfTable(before + all.size() - 1, key)),
                    more,
                    Optional.empty(),
                    false,
                    cut(read, isFull),
                    List.of(),
                    notes());
        }

        /** Behind the last row shown if there are more; else as far as was read. */
        private Optional<RowKey> end(PathRows read, List<PathRows.Found> shown, boolean isFull) {
            Optional<RowKey> last = shown.isEmpty()
                    ? Optional.empty()
                    : Optional.of(shown.get(shown.size() - 1).row().key());
            return isFull
                    ? last
                    : read.readUpTo().or(() -> last).or(() -> wanted.from().map(Place.OfTable::row));
        }

        private List<SearchAnswer.Cut> cut(PathRows read, boolean isFull) {
            return read.cutShort() && !isFull
                    ? List.of(new SearchAnswer.Cut(
                            "scan", "of the rows that keys tell, " + examined.get() + " were looked at"))
                    : List.of();
        }

        private List<String> notes() {
            return unmappable.get() == 0
                    ? List.of()
                    : List.of(unmappable.get()
                            + " rows were left out that do not fit the index definition, as in the index");
        }
    }
}
