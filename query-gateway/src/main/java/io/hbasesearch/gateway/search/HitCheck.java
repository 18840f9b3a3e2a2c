/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.gateway.answer.Found;
import io.hbasesearch.gateway.answer.MappedRow;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.guard.BackendGuard;
import io.hbasesearch.gateway.guard.ProcessorTime;
import io.hbasesearch.gateway.guard.RequestDeadline;
import io.hbasesearch.gateway.http.UserFacingException;
import io.hbasesearch.gateway.request.VerifyMode;
import io.hbasesearch.gateway.rows.CellFetch;
import io.hbasesearch.gateway.rows.RowFetcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Checks the hits of a page against their rows, in the mode that the caller chose. Safe for use by several threads. */
public final class HitCheck {
    /** Share of the time left; mapping and highlighting need little. */
    private static final double SHARE_OF_DOCUMENTS = 0.7;

    private final BackendGuard backend;
    private final HitMatcher matcher;

    public HitCheck(BackendGuard backend, HitMatcher matcher) {
        this.backend = backend;
        this.matcher = matcher;
    }

    /**
     * Result of the check.
     *
     * @param shown hits that remain, with their rows
     * @param stale rows whose hits are removed or outdated, and that must be indexed again
     * @param behind hits whose documents did not match their rows, shown or not
     */
    record Verdict(List<Found> shown, List<RowKey> stale, int behind) {}

    /** Returns why hits of this query cannot be checked in this mode; empty if they can. */
    Optional<String> objection(SearchableIndex index, SearchQuery query, VerifyMode mode) {
        if (index.definition().cells().isPresent() && (mode == VerifyMode.MATCH || mode == VerifyMode.VERSION)) {
            return Optional.of("the index finds cells, and only the cells that a hit names are read");
        }
        return mode == VerifyMode.MATCH ? matcher.objection(index, query) : Optional.empty();
    }

    /** Returns sentences about what the analyzers of the index leave of the query. */
    List<String> remarks(SearchableIndex index, SearchQuery query, boolean isEmpty) {
        return matcher.remarks(index, query.query(), isEmpty);
    }

    /**
     * Checks each hit against its row.
     *
     * @param rows of the hits, in their order
     * @throws HBaseSearchException TIMED_OUT if not all hits could be checked in time: unchecked hits are not shown
     */
    Verdict check(
            SearchableIndex index,
            SearchQuery query,
            VerifyMode mode,
            List<SearchResult.Hit> hits,
            List<Row> rows,
            RequestDeadline deadline) {
        IndexDefinition definition = index.definition();
        RowMapper mapper = new RowMapper(definition);
        Predicate<Row> gone = RowFetcher.gone(definition, mapper);
        Map<DocumentId, IndexedDocument> documents =
                mode == VerifyMode.VERSION ? documents(index, hits, deadline) : Map.of();
        List<Found> shown = new ArrayList<>();
        List<RowKey> stale = new ArrayList<>();
        int behind = 0;
        Predicate<Document> matches = null;
        RowFetcher.Mapping mapping = RowFetcher.mapping(definition, mapper);
        for (int i = 0; i < hits.size(); i++) {
            SearchResult.Hit hit = hits.get(i);
            if (mode != VerifyMode.EXISTS && deadline.passed()) {
                throw late(mode, i, hits.size());
            }
            if (gone.test(rows.get(i))) {
                stale.add(hit.row());
                continue;
            }
            MappedRow row = CellFetch.withNamedCells(definition, hit, mapping.map(rows.get(i)));
            boolean current =
                    mode != VerifyMode.VERSION || isCurrent(documents.get(DocumentId.of(hit.row())), hit, row);
            if (matches == null && (mode == VerifyMode.MATCH || !current)) {
                matches = matcher.of(index, query);
            }
            boolean stays = mode == VerifyMode.MATCH || !current ? matches(matches, row) : true;
            if (!current) {
                behind++;
            }
            if (!stays || !current) {
                stale.add(hit.row());
            }
            if (stays) {
                shown.add(new Found(hit, row));
            }
        }
        return new Verdict(shown, stale, behind);
    }

    private static HBaseSearchException late(VerifyMode mode, int checked, int of) {
        return new UserFacingException(
                ErrorCode.TIMED_OUT,
                "there was only time to check " + checked + " of " + of + " hits by verify=" + mode.parameter(),
                "Use a smaller size, a longer timeout, or verify=exists.",
                null);
    }

    /** A hit that cannot be checked is treated as no match; it is shown again once the index has caught up. */
    private static boolean matches(@Nullable Predicate<Document> matches, MappedRow row) {
        return matches != null && row.unmappable() == null && matches.test(row.document());
    }

    private static boolean isCurrent(@Nullable IndexedDocument indexed, SearchResult.Hit hit, MappedRow row) {
        return row.unmappable() == null
                && indexed != null
                && indexed.version() == hit.version()
                && indexed.state() == IndexedDocument.State.LIVE
                && indexed.document().equals(row.document());
    }

    private Map<DocumentId, IndexedDocument> documents(
            SearchableIndex index, List<SearchResult.Hit> hits, RequestDeadline deadline) {
        List<DocumentId> ids =
                hits.stream().map(hit -> DocumentId.of(hit.row())).toList();
        if (ids.isEmpty()) {
            return Map.of();
        }
        ProcessorTime.Stage work = deadline.work().stage();
        return backend.call(
                index.definition().name(),
                deadline.left(SHARE_OF_DOCUMENTS),
                () -> work.work(() -> index.searcher().getAll(ids)));
    }
}
