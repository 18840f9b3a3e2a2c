/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.mapping.RowMapper;
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
import io.hbasesearch.core.rowkey.plan.RowChoice;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.gateway.answer.Found;
import io.hbasesearch.gateway.answer.FoundPage;
import io.hbasesearch.gateway.answer.MappedRow;
import io.hbasesearch.gateway.answer.SearchAnswer;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.cursor.CursorPosition;
import io.hbasesearch.gateway.guard.BackendFullException;
import io.hbasesearch.gateway.guard.BackendGuard;
import io.hbasesearch.gateway.guard.ProcessorTime;
import io.hbasesearch.gateway.guard.RequestDeadline;
import io.hbasesearch.gateway.guard.RowRoom;
import io.hbasesearch.gateway.http.Fault;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;
import io.hbasesearch.gateway.plan.ExactMatcher;
import io.hbasesearch.gateway.request.VerifyMode;
import io.hbasesearch.gateway.rows.BoundedRead;
import io.hbasesearch.gateway.rows.RowFetcher;
import io.hbasesearch.gateway.telemetry.GatewayMetrics;
import io.hbasesearch.gateway.telemetry.Tracing;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * Makes pages directly from the table. It reads the rows that an access path leads to, and keeps each row that matches the whole query as
 * it is mapped now. These rows need no check, and the index is not asked. Safe for use by several threads.
 */
public final class TablePath {
    /** Limit of rows read for one page; a cursor continues after them. */
    public static final int MOST_EXAMINED = 100_000;

    private static final String SCAN = "scan";

    /** Rows that a count reads at once; it holds none of them. */
    private static final int ROWS_OF_A_COUNT = 1_000;

    /** Share of the time left for reading. It ends a little before the guard stops waiting, so that the rows found are not lost. */
    private static final double SHARE_OF_READING = 0.85;

    private final BackendGuard hbase;
    private final PathReader paths;
    private final Semaphore scans;
    private final GatewayMetrics metrics;
    private final Tracing tracing;

    /** @param mostScans concurrent scans; fewer than the guard's calls, so that some remain for gets, which are shorter */
    public TablePath(BackendGuard hbase, PathReader paths, int mostScans, GatewayMetrics metrics, Tracing tracing) {
        this.hbase = hbase;
        this.paths = paths;
        this.scans = new Semaphore(mostScans);
        this.metrics = metrics;
        this.tracing = tracing;
    }

    /**
     * Request for one page of the table.
     *
     * @param mostBytes of rows on one page
     */
    public record TablePageRequest(
            SearchableIndex index,
            SearchQuery query,
            AccessPath path,
            PageSpan<CursorPosition.OfTable> span,
            long mostBytes,
            ColumnSelection columns) {}

    /**
     * Reads a page.
     *
     * @throws HBaseSearchException as {@link PathReader#read}
     * @throws ProblemException 504 if a scan made no progress; 503 if too many scans are in progress
     */
    public FoundPage page(TablePageRequest wanted, RequestDeadline deadline) {
        RowRoom.Held held = deadline.held();
        Kept kept = keep(wanted, wanted.mostBytes(), deadline);
        while (kept.page().isEmpty()) {
            held.await(kept.wanted(), deadline);
            kept = keep(wanted, kept.mostBytes(), deadline);
        }
        return kept.page().get();
    }

    /**
     * @param page empty if there was no room for its rows, which were dropped
     * @param wanted memory that fewer rows need
     * @param mostBytes of these
     */
    private record Kept(Optional<FoundPage> page, long wanted, long mostBytes) {}

    private Kept keep(TablePageRequest wanted, long mostBytes, RequestDeadline deadline) {
        RowRoom.Held held = deadline.held();
        Reading reading =
                new Reading(wanted, held.mostBytes(mostBytes), deadline.work().stage());
        PathRows rows = read(reading, deadline);
        List<Row> read = rows.rows().stream().map(PathRows.Found::row).toList();
        if (held.takeAll(read)) {
            return new Kept(Optional.of(reading.page(rows, held)), 0, 0);
        }
        long all = read.stream().mapToLong(RowRoom::of).sum();
        long part = held.partOf(read.get(wanted.span().backward() ? read.size() - 1 : 0), all);
        long bytes = read.stream().mapToLong(Row::bytes).sum();
        return new Kept(Optional.empty(), part, Math.max(1, (long) ((double) bytes * part / all)));
    }

    private PathRows read(Reading reading, RequestDeadline deadline) {
        return read(reading.definition, reading.request(deadline), deadline);
    }

    /**
     * Reads a path of the table of an index.
     *
     * @throws HBaseSearchException as {@link PathReader#read}
     * @throws ProblemException 503 if too many scans are in progress
     */
    public PathRows read(IndexDefinition definition, PathRequest request, RequestDeadline deadline) {
        long start = System.nanoTime();
        String table = definition.table().toString();
        PathRows rows = tracing.hbase(request.path() instanceof AccessPath.Gets ? "get" : "scan", table, () -> {
            PathRows found = hbase.call(table, deadline.left(), () -> read(request));
            Tracing.note(Tracing.ROWS, (long) found.rows().size());
            return found;
        });
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        metrics.fetch(definition.name()).record(took);
        metrics.stage(definition.name(), "table", "scan", deadline.stages()).record(took);
        return rows;
    }

    /** Reads a path. A scan that outlives its request keeps its place until it ends. */
    private PathRows read(PathRequest request) {
        if (!(request.path() instanceof AccessPath.Scan)) {
            return paths.read(request);
        }
        if (!scans.tryAcquire()) {
            throw new BackendFullException(
                    "too many table scans in progress",
                    "Try again in a moment, or raise gateway.backends.hbaseCalls.",
                    null);
        }
        try {
            return paths.read(request);
        } finally {
            scans.release();
        }
    }

    /** Reads one page. Several threads match rows at once; everything else is for one thread. */
    private static final class Reading implements RowChoice {
        private final TablePageRequest wanted;
        private final IndexDefinition definition;
        private final long mostBytes;
        private final ProcessorTime.Stage work;
        private final Predicate<Document> matches;
        private final Predicate<Row> gone;
        private final RowFetcher.Mapping mapping;
        private final AtomicLong matched = new AtomicLong();
        private final AtomicInteger examined = new AtomicInteger();
        private final AtomicInteger unmappable = new AtomicInteger();

        /**
         * @param mostBytes of rows that there is room for
         * @param work of those threads
         */
        Reading(TablePageRequest wanted, long mostBytes, ProcessorTime.Stage work) {
            this.wanted = wanted;
            this.mostBytes = mostBytes;
            this.work = work;
            this.definition = wanted.index().definition();
            this.matches = new ExactMatcher(definition).of(wanted.query().all());
            RowMapper mapper = new RowMapper(definition);
            this.gone = RowFetcher.gone(definition, mapper);
            this.mapping = RowFetcher.mapping(definition, mapper);
        }

        private boolean onlyCounts() {
            return wanted.span().size() == 0;
        }

        PathRequest request(RequestDeadline deadline) {
            return new PathRequest(
                    definition.table(),
                    BoundedRead.ofRows(definition, Optional.of(wanted.columns()), BoundedRead.MOST_OF_HIT)
                            .selection(),
                    wanted.path().within(within()),
                    this,
                    Optional.empty(),
                    new PathRequest.Limits(
                            // One more row shows whether there are more.
                            onlyCounts()
                                    ? ROWS_OF_A_COUNT
                                    : wanted.span().skip() + wanted.span().size() + 1,
                            mostBytes,
                            MOST_EXAMINED,
                            deadline.left(SHARE_OF_READING),
                            atLeastAMilli(deadline.left())),
                    wanted.span().backward());
        }

        private static Duration atLeastAMilli(Duration left) {
            return left.toMillis() < 1 ? Duration.ofMillis(1) : left;
        }

        private KeyRange within() {
            return wanted.span()
                    .from()
                    .map(place -> place.row().bytes())
                    .map(row -> wanted.span().backward()
                            ? new KeyRange(ByteArray.empty(), row)
                            : new KeyRange(KeyBytes.behind(row), ByteArray.empty()))
                    .orElse(KeyRange.all());
        }

        /** Matches a row. A count needs no rows, so it holds none. */
        @Override
        public Optional<Map<String, KeyValue>> fields(Row row) {
            examined.incrementAndGet();
            if (!work.work(() -> matches(row))) {
                return Optional.empty();
            }
            matched.incrementAndGet();
            return onlyCounts() ? Optional.empty() : Optional.of(Map.of());
        }

        @Override
        public boolean isOver() {
            return work.isOver();
        }

        private boolean matches(Row row) {
            if (gone.test(row)) {
                return false;
            }
            MappedRow mapped = mapping.map(row);
            if (mapped.unmappable() != null) {
                // The index has no document for it either.
                unmappable.incrementAndGet();
                return false;
            }
            return matches.test(mapped.document());
        }

        /**
         * Fails if the scan read no row to continue after: the next page would begin where this one did, or not at all. The table does
         * answer.
         */
        private void requireProgress(PathRows read) {
            if (read.cutShort() && read.readUpTo().isEmpty() && !onlyCounts()) {
                throw new ProblemException(ProblemDocument.of(
                        504,
                        ErrorCode.TIMED_OUT,
                        "the scan of table " + definition.table() + " ended before it read its first row in key order",
                        "Try again with a longer timeout, or with plan=search."));
            }
        }

        /** @throws ProblemException 504 if reading was cut before its first row, 503 if there was no room for the rows to skip */
        FoundPage page(PathRows read, RowRoom.Held held) {
            requireProgress(read);
            List<PathRows.Found> rows = read.rows();
            if (read.full() && rows.size() <= wanted.span().skip()) {
                if (mostBytes < wanted.mostBytes() && !held.isAlone()) {
                    throw held.refusal();
                }
                throw new ProblemException(ProblemDocument.badRequest(
                        ErrorCode.USAGE,
                        List.of(Fault.inParameter(
                                "from",
                                "the rows before this position have more bytes than one answer may have (" + mostBytes
                                        + ": gateway.maxAnswerBytes, or fewer in a small heap)",
                                "Page forward with cursors: pass 'next' of each answer."))));
            }
            int wantedRows = wanted.span().skip() + wanted.span().size();
            boolean isFull = !onlyCounts() && rows.size() > wantedRows;
            List<PathRows.Found> all = isFull ? wantedOf(rows, wantedRows) : rows;
            List<Found> hits = all.stream()
                    .skip(wanted.span().skip())
                    .map(found -> new Found(found.row().key(), mapping.map(found.row())))
                    .toList();
            boolean more = isFull || read.cutShort();
            Places places = wanted.span().backward() ? before(read, all, isFull) : behind(read, all, isFull);
            return new FoundPage(
                    SearchAnswer.Total.of(
                            places.known() + (onlyCounts() ? matched.get() : all.size()),
                            !more && wanted.span().from().isEmpty(),
                            "table"),
                    hits,
                    new FoundPage.Checks(VerifyMode.MATCH, examined.get(), 0, 0, 0),
                    Map.of(),
                    FoundPage.Ends.of(places.first(), places.last(), more),
                    FoundPage.View.none(),
                    new FoundPage.Gaps(0, cut(read, isFull), List.of(), notes()));
        }

        /** Drops the extra row, which is at the far end. */
        private List<PathRows.Found> wantedOf(List<PathRows.Found> rows, int count) {
            return wanted.span().backward() ? rows.subList(rows.size() - count, rows.size()) : rows.subList(0, count);
        }

        /**
         * Positions from which other pages continue.
         *
         * @param first position before which there may be more rows, and {@code last}, after which there may be
         * @param known rows that this page need not count
         */
        private record Places(
                Optional<CursorPosition.OfTable> first, Optional<CursorPosition.OfTable> last, int known) {}

        /** Returns the positions of a forward page: after the last row shown if there are more, else as far as rows were read. */
        private Places behind(PathRows read, List<PathRows.Found> shown, boolean isFull) {
            int before = wanted.span().from().map(place -> place.offset() + 1).orElse(0);
            Optional<RowKey> end = isFull
                    ? last(shown)
                    : read.readUpTo()
                            .or(() -> last(shown))
                            .or(() -> wanted.span().from().map(CursorPosition.OfTable::row));
            // The row after which the page began is one of the rows before it.
            Optional<RowKey> begin = first(shown)
                    .or(read::readUpTo)
                    .or(() -> wanted.span().from().map(Reading::justBehind));
            return new Places(
                    begin.map(key -> new CursorPosition.OfTable(before, key)),
                    end.map(key -> new CursorPosition.OfTable(Math.max(0, before + shown.size() - 1), key)),
                    before);
        }

        /** Returns the positions of a backward page: before the first row shown if there are more, else as far as rows were read. */
        private Places before(PathRows read, List<PathRows.Found> shown, boolean isFull) {
            int behind =
                    wanted.span().from().map(CursorPosition.OfTable::offset).orElse(0);
            Optional<RowKey> begin = isFull ? first(shown) : read.readUpTo().or(() -> first(shown));
            return new Places(
                    begin.map(key -> new CursorPosition.OfTable(Math.max(0, behind - shown.size()), key)),
                    last(shown).or(read::readUpTo).map(key -> new CursorPosition.OfTable(Math.max(0, behind - 1), key)),
                    Math.max(1, behind + 1 - shown.size()));
        }

        /** Returns the next key after the position; no other key begins with a key of maximum length, so that one stays as it is. */
        private static RowKey justBehind(CursorPosition.OfTable place) {
            ByteArray behind = KeyBytes.behind(place.row().bytes());
            return behind.length() > RowKey.MAX_LENGTH ? place.row() : new RowKey(behind);
        }

        private static Optional<RowKey> first(List<PathRows.Found> rows) {
            return rows.isEmpty()
                    ? Optional.empty()
                    : Optional.of(rows.get(0).row().key());
        }

        private static Optional<RowKey> last(List<PathRows.Found> rows) {
            return rows.isEmpty()
                    ? Optional.empty()
                    : Optional.of(rows.get(rows.size() - 1).row().key());
        }

        private List<SearchAnswer.Cut> cut(PathRows read, boolean isFull) {
            // The byte limit may have been reached only by the extra row.
            boolean isWhole = read.full()
                    && read.rows().size()
                            == wanted.span().skip() + wanted.span().size();
            if (!read.cutShort() || isFull || isWhole) {
                return List.of();
            }
            return List.of(read.full() ? SearchAnswer.Cut.ofBytes(wanted.mostBytes()) : cutScan(read));
        }

        private SearchAnswer.Cut cutScan(PathRows read) {
            String looked = "only " + examined.get() + " rows of the selected row keys were examined";
            boolean isMost = Math.max(read.rowsRead(), examined.get()) >= MOST_EXAMINED;
            return isMost
                    ? SearchAnswer.Cut.ofRows(SCAN, looked + ", which is the limit of one answer")
                    : SearchAnswer.Cut.ofTime(SCAN, looked + " in time");
        }

        private List<String> notes() {
            return unmappable.get() == 0
                    ? List.of()
                    : List.of(
                            unmappable.get()
                                    + " rows were left out because they do not fit the index definition; the index has none of them");
        }
    }
}
