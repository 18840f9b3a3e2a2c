/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.PathReader;
import io.hbasesearch.core.row.RowCursor;
import io.hbasesearch.core.rowkey.frame.KeyBytes;
import io.hbasesearch.core.rowkey.plan.AccessPath;
import io.hbasesearch.gateway.plan.ExactMatcher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Pages that the table itself gives: the rows that a path leads to, each kept if the whole query holds of it as it is mapped now.
 * They need no check, and the index is not asked. Safe for use by several threads.
 */
final class TablePath {
    /** Rows that one page may cost; a cursor goes on behind them. */
    private static final int MOST_EXAMINED = 100_000;

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
            Optional<SearchPages.Place> from,
            ColumnSelection columns) {}

    /** @throws io.hbasesearch.core.error.HBaseSearchException as {@link PathReader#open} */
    FoundPage page(Wanted wanted, Deadline deadline) {
        IndexDefinition definition = wanted.index().definition();
        long start = System.nanoTime();
        Deadline ofReading = Deadline.after(deadline.left(SHARE_OF_READING));
        FoundPage page =
                hbase.call(definition.table().toString(), deadline.left(), () -> new Reading(wanted, ofReading).page());
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        metrics.fetch(definition.name()).record(took);
        metrics.stage(definition.name(), "table", "scan").record(took);
        return page;
    }

    /** One page. For one thread. */
    private final class Reading {
        private final Wanted wanted;
        private final Deadline deadline;
        private final IndexDefinition definition;
        private final ExactMatcher matcher;
        private final Predicate<Row> gone;
        private final RowFetcher.Mapping mapping;
        private final List<Found> hits = new ArrayList<>();
        private final List<SearchAnswer.Cut> cut = new ArrayList<>();
        private int skip;
        private long matched;
        private int examined;
        private int unmappable;
        private @Nullable RowKey last;
        private boolean more;

        Reading(Wanted wanted, Deadline deadline) {
            this.wanted = wanted;
            this.deadline = deadline;
            this.definition = wanted.index().definition();
            this.matcher = new ExactMatcher(definition);
            this.gone = RowFetcher.gone(definition);
            this.mapping = RowFetcher.mapping(definition);
            this.skip = wanted.skip();
        }

        FoundPage page() {
            ColumnSelection columns = ColumnNames.union(definition.columns(), wanted.columns());
            // One more tells whether there are more.
            int atMost = wanted.size() == 0 ? Integer.MAX_VALUE : wanted.skip() + wanted.size() + 1;
            try (RowCursor rows =
                    paths.open(definition.table(), columns, wanted.path(), within(), atMost, deadline.left())) {
                while (!more && rows.hasNext()) {
                    take(rows.next());
                }
            }
            return result();
        }

        private KeyRange within() {
            return wanted.from()
                    .map(place -> new KeyRange(KeyBytes.behind(place.row().bytes()), ByteArray.empty()))
                    .orElse(KeyRange.all());
        }

        private void take(Row row) {
            if (matches(row)) {
                if (wanted.size() > 0 && hits.size() == wanted.size()) {
                    more = true;
                    return;
                }
                matched++;
                if (skip > 0) {
                    skip--;
                } else if (wanted.size() > 0) {
                    hits.add(new Found(row.key(), mapping.map(row)));
                }
            }
            last = row.key();
            examined++;
            if (examined >= MOST_EXAMINED || deadline.passed()) {
                more = true;
                cut.add(new SearchAnswer.Cut("scan", "of the rows that keys tell, " + examined + " were looked at"));
            }
        }

        private boolean matches(Row row) {
            if (gone.test(row)) {
                return false;
            }
            MappedRow mapped = mapping.map(row);
            if (mapped.unmappable() != null) {
                // The index has no document of it either.
                unmappable++;
                return false;
            }
            SearchQuery query = wanted.query();
            return matcher.matches(query.query(), mapped.document())
                    && query.filters().stream().allMatch(filter -> matcher.matches(filter, mapped.document()));
        }

        private FoundPage result() {
            int before = wanted.from().map(place -> place.offset() + 1).orElse(0);
            boolean exact = !more && wanted.from().isEmpty();
            Optional<SearchPages.Place> end = Optional.ofNullable(last)
                    .map(key -> new SearchPages.Place(before + (int) matched - 1, key, List.of()));
            return new FoundPage(
                    before + matched,
                    exact,
                    "table",
                    hits,
                    new FoundPage.Checks(VerifyMode.MATCH, examined, 0, 0, 0),
                    0,
                    Optional.empty(),
                    end,
                    more,
                    Optional.empty(),
                    false,
                    cut,
                    List.of(),
                    notes());
        }

        private List<String> notes() {
            return unmappable == 0
                    ? List.of()
                    : List.of(unmappable + " rows were left out that do not fit the index definition, as in the index");
        }
    }
}
