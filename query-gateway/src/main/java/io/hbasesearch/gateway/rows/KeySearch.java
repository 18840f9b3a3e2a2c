/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.rows;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.PathRequest;
import io.hbasesearch.core.row.PathRows;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.plan.AccessPath;
import io.hbasesearch.core.rowkey.plan.KeyPlanner;
import io.hbasesearch.core.rowkey.plan.Predicate;
import io.hbasesearch.core.rowkey.plan.RowCheck;
import io.hbasesearch.core.rowkey.plan.RowChoice;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.gateway.answer.SearchAnswer.Cut;
import io.hbasesearch.gateway.guard.ProcessorTime;
import io.hbasesearch.gateway.guard.RequestDeadline;
import io.hbasesearch.gateway.request.Keys;
import io.hbasesearch.gateway.request.ParameterNames.RowParameters;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentSkipListSet;

/** Finds the keys of rows by the ends of values in them, with a bounded scan of the table. Safe for use by several threads. */
public final class KeySearch {
    /** The most keys of one answer. */
    static final int MOST_KEYS = 1_000;

    /** The most rows that are read for one answer. */
    private static final int MOST_EXAMINED = 100_000;

    /** The share of the time left for the scan. The rest is for reading the rows. */
    private static final double SHARE_OF_SCAN = 0.5;

    private static final String SCAN = "scan";
    private static final String HINT =
            "; to read all of them in pages, send a search with plan=table and these values as filters";

    /** Reads access paths within the gateway's limits of calls and scans. */
    @FunctionalInterface
    public interface Paths {
        PathRows read(IndexDefinition definition, PathRequest request, RequestDeadline deadline);
    }

    private final Paths paths;

    public KeySearch(Paths paths) {
        this.paths = paths;
    }

    /** @param cut what ended the search early; empty if these are all keys */
    record FoundKeys(List<RowKey> keys, List<Cut> cut) {}

    /** @throws io.hbasesearch.gateway.http.ProblemException 400 if the keys of these rows do not begin alike */
    FoundKeys find(
            IndexDefinition definition,
            List<Predicate> predicates,
            RowParameters parameters,
            RequestDeadline deadline) {
        RowKeySpec spec = definition.rowKey().orElseThrow().spec();
        AccessPath path;
        Choice choice;
        try {
            path = new KeyPlanner(spec).plan(predicates);
            choice = new Choice(new RowCheck(spec, residual(path), Map.of()), deadline);
        } catch (IllegalArgumentException e) {
            throw Keys.notByEnd(predicates, String.valueOf(e.getMessage()));
        }
        if (path instanceof AccessPath.None none) {
            throw Keys.notByEnd(predicates, none.reason());
        }
        PathRows read = paths.read(definition, request(definition, path, choice, parameters, deadline), deadline);
        List<RowKey> keys = choice.keys.stream().limit(MOST_KEYS).toList();
        if (keys.size() < choice.keys.size()) {
            return new FoundKeys(keys, List.of(Cut.ofRows(SCAN, "more than " + MOST_KEYS + " rows match" + HINT)));
        }
        return new FoundKeys(
                keys,
                read.cutShort()
                        ? List.of(
                                read.rowsRead() >= MOST_EXAMINED
                                        ? Cut.ofRows(SCAN, "the scan ended after " + read.rowsRead() + " rows" + HINT)
                                        : Cut.ofTime(SCAN, "the scan took too long" + HINT))
                        : List.of());
    }

    private static List<Predicate> residual(AccessPath path) {
        if (path instanceof AccessPath.Scan scan) {
            return scan.residual();
        }
        return path instanceof AccessPath.Gets gets ? gets.residual() : List.of();
    }

    private static PathRequest request(
            IndexDefinition definition,
            AccessPath path,
            RowChoice choice,
            RowParameters parameters,
            RequestDeadline deadline) {
        return PathRequest.of(definition.table(), path, choice)
                .withColumns(BoundedRead.ofRows(definition, parameters.columns(), BoundedRead.MOST_OF_HIT)
                        .selection())
                .withMostRead(MOST_EXAMINED)
                .withTimeout(deadline.left())
                .withReadFor(deadline.left(SHARE_OF_SCAN));
    }

    /** Keeps the keys of rows that match, and not the rows. For several threads. */
    private static final class Choice implements RowChoice {
        private final RowCheck check;
        private final ProcessorTime.Stage work;
        private final SortedSet<RowKey> keys = new ConcurrentSkipListSet<>();

        Choice(RowCheck check, RequestDeadline deadline) {
            this.check = check;
            this.work = deadline.work().stage();
        }

        @Override
        public Optional<Map<String, KeyValue>> fields(Row row) {
            if (work.work(() -> check.fields(row)).isPresent()) {
                keys.add(row.key());
            }
            return Optional.empty();
        }

        @Override
        public boolean isOver() {
            return keys.size() > MOST_KEYS || work.isOver();
        }
    }
}
