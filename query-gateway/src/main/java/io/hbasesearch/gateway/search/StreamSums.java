/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import io.hbasesearch.gateway.answer.AsOf;
import io.hbasesearch.gateway.answer.SearchAnswer;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Accumulates what the pages of a stream report beside their hits, so that the end includes the degradations of every page. For one thread.
 */
final class StreamSums {
    /** Limit of the notes: they contain numbers, so each of many pages may add another one. */
    private static final int MOST_NOTES = 20;

    private final Set<String> degraded = new LinkedHashSet<>();
    private final Map<String, SearchAnswer.Cut> cut = new LinkedHashMap<>();
    private final Set<String> notes = new LinkedHashSet<>();
    private @Nullable AsOf asOf;
    private @Nullable String index;
    private SearchAnswer.@Nullable Total total;
    private long hits;
    private long stale;
    private boolean viewLost;
    private boolean complete = true;

    void add(SearchAnswer page) {
        // Rows of the first page are not read again.
        asOf = asOf == null ? page.basis().asOf() : asOf;
        index = page.run().index();
        total = page.total();
        hits += page.hits().size();
        stale += page.checked().staleDropped();
        viewLost |= page.paging().viewLost();
        complete &= page.basis().complete();
        degraded.addAll(page.cuts().degraded());
        // What did not fit one page came with the next one.
        page.cuts().cut().stream()
                .filter(each -> !each.isOfBytes())
                .forEach(each -> cut.putIfAbsent(each.stage(), each));
        page.basis().notes().stream().filter(note -> notes.size() < MOST_NOTES).forEach(notes::add);
    }

    RowStream.End end() {
        return new RowStream.End(
                new RowStream.Sums(Objects.requireNonNull(index, "no page was added"), hits, stale),
                Objects.requireNonNull(total),
                viewLost,
                List.copyOf(cut.values()),
                List.copyOf(degraded),
                new SearchAnswer.Basis(Objects.requireNonNull(asOf), complete, List.copyOf(notes)));
    }
}
