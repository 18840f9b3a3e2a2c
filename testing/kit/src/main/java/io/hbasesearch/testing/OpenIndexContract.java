/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.search.PagePlace;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.core.spi.search.SortValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Opens a writer and a searcher of the index before each test, and closes them after it. */
public abstract class OpenIndexContract extends BackendContract {
    protected DocumentWriter writer;
    protected DocumentSearcher searcher;

    @BeforeEach
    final void openBoth() {
        writer = openWriter();
        searcher = openSearcher();
    }

    @AfterEach
    final void closeBoth() {
        searcher.close();
        writer.close();
    }

    /** Returns the hits of all pages from the first to the last. */
    protected final List<SearchResult.Hit> forwards(SearchRequest first) {
        List<SearchResult.Hit> all = new ArrayList<>();
        Optional<SortValues> last = Optional.empty();
        do {
            SearchResult page = searcher.search(
                    last.map(values -> first.at(PagePlace.after(values))).orElse(first));
            all.addAll(page.hits());
            last = page.last();
        } while (last.isPresent());
        return all;
    }

    /**
     * Returns the hits of all pages before a place, read from the last page to the first.
     *
     * @param end the sort values of the hit after them
     */
    protected final List<SearchResult.Hit> backwards(SearchRequest request, SortValues end) {
        List<SearchResult.Hit> all = new ArrayList<>();
        Optional<SortValues> first = Optional.of(end);
        while (first.isPresent()) {
            SearchResult page = searcher.search(request.at(PagePlace.before(first.get())));
            all.addAll(0, page.hits());
            first = page.last();
        }
        return all;
    }

    protected static List<String> rows(List<SearchResult.Hit> hits) {
        return hits.stream().map(hit -> hit.row().bytes().utf8()).toList();
    }
}
