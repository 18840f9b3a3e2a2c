/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search.several;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.gateway.answer.SearchAllAnswer;
import io.hbasesearch.gateway.catalog.IndexCatalog;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.guard.RequestDeadline;
import io.hbasesearch.gateway.http.Fault;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;
import io.hbasesearch.gateway.plan.PlanMode;
import io.hbasesearch.gateway.request.SearchParameters;
import io.hbasesearch.gateway.rows.Outage;
import io.hbasesearch.gateway.search.PageOfIndex;
import io.hbasesearch.gateway.search.SearchService;
import io.hbasesearch.gateway.telemetry.GatewayMetrics;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Answers one query over several indexes. It searches them one after the other, each like {@link SearchService} does, and merges their
 * hits. Safe for use by several threads.
 */
public final class SearchAllService {
    private final IndexCatalog catalog;
    private final SearchService searches;
    private final GatewayMetrics metrics;

    public SearchAllService(IndexCatalog catalog, SearchService searches, GatewayMetrics metrics) {
        this.catalog = catalog;
        this.searches = searches;
        this.metrics = metrics;
    }

    /**
     * Answers a search.
     *
     * @param indexes at least one, all different
     * @throws HBaseSearchException as {@link SearchService#search}
     * @throws ProblemException 400 if the indexes contradict in a field of the request, or as {@link SearchService#search}
     */
    public SearchAllAnswer search(List<SearchableIndex> indexes, SearchParameters asked, RequestDeadline deadline) {
        if (indexes.size() == 1) {
            return SearchAllAnswer.of(
                    catalog.call(indexes.get(0), deadline, found -> searches.search(found, asked, deadline)));
        }
        Reading reading = new Reading(indexes, asked, deadline);
        SharedFields.require(indexes, asked, reading.now);
        try {
            reading.readAll();
            return reading.answer();
        } catch (RuntimeException e) {
            reading.release();
            throw e;
        }
    }

    /** Reads a page of each index. For one thread. */
    private final class Reading {
        private final long start = System.nanoTime();
        private final List<SearchableIndex> indexes;
        private SearchParameters asked;
        private final RequestDeadline deadline;
        private final List<SearchAllCursor.Place> places;
        private final Instant now;
        private final Map<String, PageOfIndex> pages = new LinkedHashMap<>();
        private final Map<String, RuntimeException> failures = new LinkedHashMap<>();

        Reading(List<SearchableIndex> indexes, SearchParameters asked, RequestDeadline deadline) {
            this.indexes = indexes;
            this.asked = asked;
            this.deadline = deadline;
            this.places = SearchAllCursor.read(asked.paging().cursor(), indexes.size());
            // Every cursor of one of the indexes has it.
            this.now = places.stream()
                    .map(place -> searches.now(ofOne(place)))
                    .flatMap(Optional::stream)
                    .findFirst()
                    .orElseGet(Instant::now);
        }

        private boolean isFirstPage() {
            return asked.paging().cursor().isEmpty();
        }

        void readAll() {
            asked = searches.ofSeveral(
                    indexes, asked, places.stream().map(this::ofOne).toList(), now, deadline);
            for (int i = 0; i < indexes.size(); i++) {
                if (!places.get(i).missing()) {
                    read(indexes.get(i), places.get(i), indexes.size() - i);
                }
            }
            if (pages.isEmpty()) {
                throw failures.values().iterator().next();
            }
        }

        /** @param left indexes that share the time left */
        private void read(SearchableIndex index, SearchAllCursor.Place place, int left) {
            String name = index.definition().name();
            try {
                if (left < indexes.size() && deadline.passed()) {
                    throw noTimeLeft();
                }
                RequestDeadline part = deadline.part(1.0 / left);
                pages.put(
                        name,
                        catalog.call(
                                index,
                                part,
                                found -> searches.pageOfOne(found, ofOne(place), indexes.size(), now, part)));
                deadline.held().keep();
            } catch (HBaseSearchException | ProblemException e) {
                deadline.held().giveBack();
                if (!mayBeMissing(e)) {
                    throw named(name, e);
                }
                failures.put(name, e);
                metrics.degraded(name, "index");
            }
        }

        private ProblemException noTimeLeft() {
            return new ProblemException(ProblemDocument.of(
                    504,
                    ErrorCode.TIMED_OUT,
                    "the indexes before it used all time, or all processor time, of the request",
                    "Ask fewer indexes at a time, or give the request a longer timeout."));
        }

        private SearchParameters ofOne(SearchAllCursor.Place place) {
            SearchParameters.Paging paging = asked.paging();
            return new SearchParameters(
                    asked.criteria(),
                    asked.presentation(),
                    asked.size() == 0 ? 0 : paging.from() + asked.size(),
                    asked.timeout(),
                    asked.verify(),
                    asked.plan(),
                    new SearchParameters.Paging(
                            place.cursor(), 0, paging.snapshot() || !isFirstPage(), true, paging.caller()));
        }

        /** Tells if the answer may leave the index out. Later pages fail instead: the caller can repeat them when the index is back. */
        private boolean mayBeMissing(RuntimeException failure) {
            return isFirstPage()
                    && asked.verify().isEmpty()
                    && asked.plan() != PlanMode.TABLE
                    && (Outage.isGone(failure) || Outage.isLate(failure));
        }

        private RuntimeException named(String name, RuntimeException failure) {
            if (failure instanceof ProblemException problem) {
                return SharedFields.named(name, problem);
            }
            return failure.getClass() == HBaseSearchException.class
                    ? new HBaseSearchException(
                            ((HBaseSearchException) failure).code(),
                            "index '" + name + "': " + failure.getMessage(),
                            ((HBaseSearchException) failure).hint().orElse(null),
                            failure)
                    : failure;
        }

        SearchAllAnswer answer() {
            List<PageOfIndex> all = List.copyOf(pages.values());
            boolean byScore = MergedHits.isByScore(all);
            int from = asked.paging().from();
            MergedHits merged = new MergedHits(
                    all,
                    MergedHits.order(all.get(0), asked.criteria().sort().keys(), byScore),
                    asked.size() == 0 ? 0 : from + asked.size());
            boolean more = asked.size() > 0 && merged.more();
            if (more && merged.hits().size() < from) {
                throw new ProblemException(ProblemDocument.badRequest(
                        ErrorCode.USAGE,
                        List.of(Fault.inParameter(
                                "from",
                                "the hits before this position do not fit one answer",
                                "Page forward with cursors: pass 'next' of each answer."))));
            }
            if (more && !merged.advances()) {
                // The rows of the other indexes leave no room for the next one.
                throw deadline.held().refusal();
            }
            Optional<String> next = more ? Optional.of(next(all, merged)) : Optional.empty();
            releaseUnlessNamed(all, merged, next.isPresent());
            return new MergedAnswer(
                            names(),
                            all,
                            merged.hits().subList(from(merged), merged.hits().size()),
                            failures,
                            byScore)
                    .answer(next, start);
        }

        private int from(MergedHits merged) {
            return Math.min(
                    asked.size() == 0 ? 0 : asked.paging().from(), merged.hits().size());
        }

        private List<String> names() {
            return indexes.stream().map(index -> index.definition().name()).toList();
        }

        private String next(List<PageOfIndex> all, MergedHits merged) {
            List<SearchAllCursor.Place> next = new ArrayList<>();
            for (String name : names()) {
                PageOfIndex page = pages.get(name);
                next.add(
                        page == null
                                ? SearchAllCursor.Place.left()
                                : SearchAllCursor.Place.at(page.after(merged.taken(all.indexOf(page)))));
            }
            return SearchAllCursor.write(next);
        }

        private void releaseUnlessNamed(List<PageOfIndex> all, MergedHits merged, boolean goesOn) {
            for (int i = 0; i < all.size(); i++) {
                boolean isNamed = goesOn && all.get(i).after(merged.taken(i)).isPresent();
                if (!isNamed && all.get(i).from().isEmpty()) {
                    all.get(i).release().run();
                }
            }
        }

        /** Closes the snapshots that no cursor names, because the caller gets no answer. */
        void release() {
            pages.values().stream().filter(page -> page.from().isEmpty()).forEach(page -> page.release()
                    .run());
        }
    }
}
