/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.search.FacetRequest;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.core.spi.search.SortValues;
import io.hbasesearch.core.spi.search.ViewToken;
import io.hbasesearch.core.spi.search.ViewUse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rows of several documents, of which an index gives one after the other. */
class RowHitsTest {
    private static final IndexDefinition DEFINITION = DefinitionText.read(
            "t", "{table: t, unit: cell, cells: {columns: 'd:*', buckets: 4, values: {v: {type: text}}}}");
    private static final Duration KEPT = Duration.ofMinutes(1);
    private static final ViewToken OPENED = new ViewToken("opened");

    private final List<SearchRequest> asked = new ArrayList<>();
    private final List<ViewToken> closed = new ArrayList<>();

    private static SearchRequest request(int size, Duration timeout, ViewUse view) {
        return new SearchRequest(new Query.MatchAll(), List.of(), size, timeout).in(view);
    }

    /** The first bucket of each of these rows. */
    private static SearchResult page(ViewToken view, boolean timedOut, String... rows) {
        List<SearchResult.Hit> hits = Arrays.stream(rows)
                .map(row ->
                        new SearchResult.Hit(RowKey.utf8(row), 1, 1, new SortValues(List.of(1.0, row)), List.of(), 1))
                .toList();
        Optional<SortValues> last = hits.isEmpty()
                ? Optional.empty()
                : Optional.of(hits.get(hits.size() - 1).sortValues());
        return new SearchResult(
                new SearchResult.Count(rows.length, true),
                timedOut,
                0,
                hits,
                new SearchResult.State(Optional.ofNullable(view), false),
                Map.of(),
                last);
    }

    private SearchResult search(SearchRequest request, RowHits.Documents documents) {
        return RowHits.search(
                DEFINITION,
                request,
                one -> {
                    asked.add(one);
                    return documents.search(one);
                },
                closed::add);
    }

    @Test
    void metricsAreRefusedBecauseRowsHaveSeveralDocuments() {
        SearchRequest plain = request(1, KEPT, new ViewUse.Newest());
        for (FacetRequest facet : List.of(
                new FacetRequest.Metrics("m", "v"), new FacetRequest.Terms("m", "v", 1, "", false, List.of("v")))) {
            assertThatThrownBy(() -> search(plain.withFacets(List.of(facet)), one -> page(null, false)))
                    .isInstanceOf(HBaseSearchException.class)
                    .hasMessageContaining("several documents");
        }
        assertThat(asked).isEmpty();
    }

    private SearchResult failing(ViewUse view) {
        return failing(view, false);
    }

    /** @param viewLost whether another one took the place of the one that was named */
    private SearchResult failing(ViewUse view, boolean viewLost) {
        return search(request(1, Duration.ofSeconds(5), view), one -> {
            if (asked.size() > 1) {
                throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "gone");
            }
            SearchResult found = page(OPENED, false, "a");
            return new SearchResult(
                    new SearchResult.Count(found.total(), true),
                    false,
                    0,
                    found.hits(),
                    new SearchResult.State(found.view(), viewLost),
                    Map.of(),
                    found.last());
        });
    }

    @Test
    void aViewThatWasOpenedForASearchThatFailsLaterOnIsClosed() {
        assertThatThrownBy(() -> failing(new ViewUse.Keep(KEPT))).isInstanceOf(HBaseSearchException.class);
        assertThat(closed).containsExactly(OPENED);
    }

    @Test
    void oneThatTookTheLostOnesPlaceIsToo() {
        assertThatThrownBy(() -> failing(new ViewUse.Kept(new ViewToken("lost"), KEPT), true))
                .isInstanceOf(HBaseSearchException.class);
        assertThat(closed).containsExactly(OPENED);
    }

    @Test
    void oneThatTheCallerKnowsStays() {
        assertThatThrownBy(() -> failing(new ViewUse.Kept(OPENED, KEPT))).isInstanceOf(HBaseSearchException.class);
        assertThat(asked).hasSize(2);
        assertThatThrownBy(() -> failing(new ViewUse.Kept(new ViewToken("its old name"), KEPT)))
                .isInstanceOf(HBaseSearchException.class);
        assertThat(closed).isEmpty();
    }

    @Test
    void allSearchesOfAPageLookAtWhatTheFirstOneSaw() {
        SearchResult found =
                search(request(1, Duration.ofSeconds(5), new ViewUse.Keep(KEPT)), one -> page(OPENED, false, "a"));

        assertThat(found.hits()).hasSize(1);
        assertThat(asked).hasSizeGreaterThan(1);
        assertThat(asked.subList(1, asked.size()))
                .allSatisfy(one -> assertThat(one.view()).isEqualTo(new ViewUse.Kept(OPENED, KEPT)));
        assertThat(closed).isEmpty();
    }

    /** The page wants more rows than the first documents are of, and there is no time to look for them. */
    @Test
    void whatThereWasNoTimeForIsTold() {
        String[] one = IntStream.range(0, 500).mapToObj(i -> "a").toArray(String[]::new);

        SearchResult found =
                search(request(3, Duration.ofNanos(1), new ViewUse.Newest()), request -> page(null, false, one));

        assertThat(found.timedOut()).isTrue();
        assertThat(found.totalIsExact()).isFalse();
        assertThat(found.hits()).hasSize(1);
    }

    @Test
    void aSearchForTheirOtherDocumentsThatWasCutIsTold() {
        SearchResult found = search(
                request(2, Duration.ofSeconds(5), new ViewUse.Newest()),
                one -> page(null, one.ids().isPresent(), "a"));

        assertThat(found.timedOut()).isTrue();
    }
}
