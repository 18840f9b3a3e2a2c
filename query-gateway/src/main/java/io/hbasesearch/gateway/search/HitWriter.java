/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.Highlighter;
import io.hbasesearch.gateway.answer.CellView;
import io.hbasesearch.gateway.answer.Found;
import io.hbasesearch.gateway.answer.MappedRow;
import io.hbasesearch.gateway.answer.SearchAnswer;
import io.hbasesearch.gateway.answer.ShownColumns;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.guard.RequestDeadline;
import io.hbasesearch.gateway.http.SafeTrace;
import io.hbasesearch.gateway.request.KeyFormat;
import io.hbasesearch.gateway.request.SearchParameters;
import io.hbasesearch.gateway.rows.BoundedRead;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Builds the hits of an answer from fetched rows. Safe for use by several threads. */
public final class HitWriter {
    private static final Logger LOG = LoggerFactory.getLogger(HitWriter.class);

    private final Highlighter highlighter;
    private final HitVersions versions;
    private final AtomicBoolean warned = new AtomicBoolean();

    public HitWriter(Highlighter highlighter, HitVersions versions) {
        this.highlighter = highlighter;
        this.versions = versions;
    }

    /** @param unmappable how many of the hits have no fields */
    record Page(List<SearchAnswer.Hit> hits, int unmappable, List<SearchAnswer.Cut> cut, List<String> notes) {}

    Page write(
            SearchableIndex index,
            SearchParameters parameters,
            SearchQuery query,
            List<Found> found,
            RequestDeadline deadline) {
        HitVersions.Read older = versions.read(index, parameters, found, deadline);
        Highlights highlights = new Highlights(index, parameters.presentation().highlight(), query.query(), deadline);
        ShownColumns shown =
                new ShownColumns(parameters.presentation().columns().orElseGet(() -> index.definition()
                        .columns()));
        List<SearchAnswer.Hit> hits = found.stream()
                .map(each -> hit(
                        index.definition(),
                        parameters,
                        shown,
                        each,
                        older.cells().get(each.key()),
                        highlights,
                        HitDistance.of(query.sort(), each.row())))
                .toList();
        int unmappable =
                (int) hits.stream().filter(hit -> hit.unmappable() != null).count();
        List<String> notes = new ArrayList<>(highlights.notes());
        notes.addAll(wide(index.definition(), parameters, found));
        List<SearchAnswer.Cut> cut = new ArrayList<>(older.cut());
        cut.addAll(highlights.cut());
        return new Page(hits, unmappable, cut, notes);
    }

    private static List<String> wide(IndexDefinition definition, SearchParameters parameters, List<Found> found) {
        BoundedRead read =
                BoundedRead.ofRows(definition, parameters.presentation().columns(), BoundedRead.MOST_OF_HIT);
        long wide = found.stream()
                .map(Found::row)
                .filter(row -> row != null && read.isCut(row.row()))
                .count();
        return wide == 0
                ? List.of()
                : List.of(wide + " hits have more than " + BoundedRead.MOST_OF_HIT
                        + " columns besides those that their documents need; only the first are shown");
    }

    private static SearchAnswer.Hit hit(
            IndexDefinition definition,
            SearchParameters parameters,
            ShownColumns shown,
            Found found,
            @Nullable List<Cell> versions,
            Highlights highlights,
            @Nullable Double distance) {
        MappedRow row = found.row();
        return new SearchAnswer.Hit(
                parameters.presentation().keyFormat().format(found.key()),
                KeyFormat.shown(found.key(), definition.rowKeyFormat()),
                new SearchAnswer.Matched(found.version(), found.score()),
                row == null
                        ? null
                        : new SearchAnswer.Content(
                                shown.of(row.row()),
                                versions == null ? null : CellView.versions(versions),
                                parameters.presentation().fields()
                                        ? row.document().fields()
                                        : null),
                row == null ? null : highlights.of(row),
                definition.cells().isPresent() && found.score() != null ? found.matchingCells() : null,
                distance,
                row == null ? null : row.unmappable());
    }

    /** Logs the first failure at WARN and later ones at DEBUG, because the next row probably fails too. */
    private void complain(String name, RuntimeException failure) {
        if (warned.compareAndSet(false, true)) {
            LOG.warn(
                    "Cannot highlight rows of index {}; from now on this is logged at DEBUG: {}",
                    name,
                    SafeTrace.of(failure));
        } else {
            LOG.debug("Cannot highlight a row of index {}: {}", name, SafeTrace.of(failure));
        }
    }

    /** Computes the highlights of one answer until its deadline passes. For one thread. */
    private final class Highlights implements Highlighter.Limit {
        private final SearchableIndex index;
        private final boolean wanted;
        private final Query query;
        private final RequestDeadline deadline;
        private @Nullable Function<Document, Map<String, List<String>>> ofQuery;
        private int left;
        private int failed;
        private boolean textsAreLeftOut;
        private boolean textIsTooLong;
        private int tooLong;
        private int characters;

        Highlights(SearchableIndex index, boolean wanted, Query query, RequestDeadline deadline) {
            this.index = index;
            this.wanted = wanted;
            this.query = query;
            this.deadline = deadline;
        }

        @Nullable
        Map<String, List<String>> of(MappedRow row) {
            if (!wanted || row.unmappable() != null) {
                return null;
            }
            if (deadline.passed()) {
                left++;
                return null;
            }
            try {
                if (ofQuery == null) {
                    ofQuery = highlighter.of(
                            query, index.definition(), index.metadata().analyzers(), this);
                }
                Map<String, List<String>> marked = ofQuery.apply(row.document());
                left += textsAreLeftOut ? 1 : 0;
                tooLong += textIsTooLong && !textsAreLeftOut ? 1 : 0;
                textIsTooLong = false;
                return marked;
            } catch (RuntimeException e) {
                // The caller wants the row: an answer without highlights is better than none.
                failed++;
                complain(index.definition().name(), e);
                return null;
            }
        }

        @Override
        public boolean isOver() {
            textsAreLeftOut |= deadline.passed();
            return textsAreLeftOut;
        }

        @Override
        public void isTooLong(int analysed) {
            textIsTooLong = true;
            characters = analysed;
        }

        List<SearchAnswer.Cut> cut() {
            return left == 0
                    ? List.of()
                    : List.of(SearchAnswer.Cut.ofTime(
                            "highlight", left + " hits have no highlights, or not all: the time limit was reached"));
        }

        List<String> notes() {
            List<String> notes = new ArrayList<>();
            if (failed > 0) {
                notes.add(failed + " hits could not be highlighted; see the gateway's log");
            }
            if (tooLong > 0) {
                notes.add(tooLong + " hits have a long text without a highlight: only its first " + characters
                        + " characters are looked at");
            }
            return notes;
        }
    }
}
