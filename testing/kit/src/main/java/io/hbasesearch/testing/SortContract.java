/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import static io.hbasesearch.testing.Fixtures.deleted;
import static io.hbasesearch.testing.Fixtures.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.MatchStream;
import io.hbasesearch.core.spi.search.PagePlace;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.core.spi.search.SortKey;
import io.hbasesearch.core.spi.search.SortValues;
import io.hbasesearch.core.spi.search.ViewToken;
import io.hbasesearch.core.spi.search.ViewUse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** In which order hits come, and how one goes from page to page through them. */
public abstract class SortContract extends OpenIndexContract {
    private static final Query ALL = new Query.MatchAll();
    private static final Duration KEEP = Duration.ofMinutes(2);
    private static final ValueRows ROWS = new ValueRows(60, 17);

    @Override
    protected final IndexDefinition define(String index) {
        return ValueRows.definition(index);
    }

    @BeforeEach
    final void fill() {
        write(writer, ROWS.operations().subList(0, 20));
        searcher.refresh();
        write(writer, ROWS.operations());
        write(writer, deleted("row-none", 1));
        searcher.refresh();
    }

    private static List<SortKey.Field> orders() {
        List<SortKey.Field> orders = new ArrayList<>();
        for (String field : ValueRows.FIELDS) {
            for (boolean descending : new boolean[] {false, true}) {
                orders.add(new SortKey.Field(field, descending, false));
                orders.add(new SortKey.Field(field, descending, true));
            }
        }
        return orders;
    }

    @Test
    void hitsComeInTheOrderOfAFieldAndThenOfRows() {
        SoftAssertions softly = new SoftAssertions();
        for (SortKey.Field order : orders()) {
            SearchResult all = searcher.search(request(100).sortedBy(List.of(order)));
            softly.assertThat(rows(all.hits())).as(order.toString()).isEqualTo(ROWS.sorted(order));
        }
        softly.assertAll();
    }

    @Test
    void pagesJoinForwardsAndBackwardsInEveryOrder() {
        SoftAssertions softly = new SoftAssertions();
        for (SortKey.Field order : orders()) {
            List<String> expected = ROWS.sorted(order);
            SearchRequest request = request(23).sortedBy(List.of(order));
            softly.assertThat(rows(forwards(request))).as("after, %s", order).isEqualTo(expected);
            SortValues end = searcher.search(request(100).sortedBy(List.of(order)))
                    .last()
                    .orElseThrow();
            softly.assertThat(rows(backwards(request, end)))
                    .as("before, %s", order)
                    .isEqualTo(expected.subList(0, expected.size() - 1));
        }
        softly.assertAll();
    }

    @Test
    void pagesJoinByScoreAndBySeveralKeys() {
        Query cat = new Query.Word(List.of("body"), "cat");
        SearchRequest byScore = new SearchRequest(cat, List.of(), 100, PATIENCE);
        List<SearchResult.Hit> best = searcher.search(byScore).hits();
        assertThat(best).hasSameSizeAs(ROWS.rows());
        assertThat(best.get(0).score()).isGreaterThan(best.get(best.size() - 1).score());
        assertThat(rows(forwards(new SearchRequest(cat, List.of(), 7, PATIENCE))))
                .isEqualTo(rows(best));

        List<SortKey> several = List.of(
                new SortKey.Field("flag", true, true),
                new SortKey.Field("n", false, false),
                new SortKey.RowOrder(true));
        List<String> whole =
                rows(searcher.search(request(100).sortedBy(several)).hits());
        assertThat(rows(forwards(request(9).sortedBy(several))))
                .isEqualTo(whole)
                .doesNotHaveDuplicates();
        List<String> ascending = new ArrayList<>(ROWS.rows());
        Collections.reverse(ascending);
        assertThat(rows(forwards(request(9).sortedBy(List.of(new SortKey.RowOrder(true))))))
                .isEqualTo(ascending);
    }

    @Test
    void aKeptViewStaysAsItWasAndALostOneIsSaidToBe() {
        SearchRequest byRow = request(10).sortedBy(List.of(new SortKey.RowOrder(false)));
        SearchResult first = searcher.search(byRow.in(new ViewUse.Keep(KEEP)));
        ViewToken view = first.view().orElseThrow();
        String removed = ROWS.rows().get(11);
        String last = rows(first.hits()).get(9);
        write(writer, deleted(removed, 10_000), upsert(last + "a", 10_001, new Document(Map.of("body", "new"))));
        searcher.refresh();
        SearchRequest second = byRow.at(PagePlace.after(first.last().orElseThrow()));

        SearchResult kept = searcher.search(second.in(new ViewUse.Kept(view, KEEP)));
        assertThat(kept.viewLost()).isFalse();
        assertThat(rows(kept.hits())).isEqualTo(ROWS.rows().subList(10, 20));

        searcher.closeView(kept.view().orElseThrow());
        SearchResult lost =
                searcher.search(second.in(new ViewUse.Kept(kept.view().orElseThrow(), KEEP)));
        assertThat(lost.viewLost()).isTrue();
        assertThat(rows(lost.hits()))
                .startsWith(last + "a")
                .doesNotContain(removed)
                .hasSize(10);
        SearchResult again =
                searcher.search(second.in(new ViewUse.Kept(lost.view().orElseThrow(), KEEP)));
        assertThat(again.viewLost()).isFalse();
        searcher.closeView(again.view().orElseThrow());
    }

    @Test
    void aStreamBringsEveryMatchOnceAndGoesOnWhereAnotherBrokeOff() {
        SearchRequest request = request(8).sortedBy(List.of(new SortKey.Field("big", true, true)));
        List<String> seen = new ArrayList<>();
        PagePlace place;
        try (MatchStream stream = new MatchStream(searcher, request, KEEP)) {
            seen.addAll(rows(stream.page()));
            write(writer, deleted(ROWS.rows().get(0), 20_000));
            searcher.refresh();
            seen.addAll(rows(stream.page()));
            place = stream.place().orElseThrow();
            assertThat(stream.viewLost()).isFalse();
        }
        write(writer, upsert(ROWS.rows().get(0), 20_001, new Document(Map.of("body", "back"))));
        searcher.refresh();
        try (MatchStream stream = new MatchStream(searcher, request.at(place), KEEP)) {
            for (List<SearchResult.Hit> page = stream.page(); !page.isEmpty(); page = stream.page()) {
                seen.addAll(rows(page));
            }
            assertThat(stream.page()).isEmpty();
        }
        assertThat(seen)
                .doesNotHaveDuplicates()
                .containsAll(ROWS.rows().subList(1, ROWS.rows().size()));
    }

    @Test
    void whatHasNoOrderIsRefused() {
        assertRefused(request(10).sortedBy(List.of(new SortKey.Field("body", false, false))));
        assertRefused(request(10).sortedBy(List.of(new SortKey.Field("nosuch", false, false))));
        SortValues wrong = new SortValues(Arrays.asList("text", "row"));
        assertRefused(request(10)
                .sortedBy(List.of(new SortKey.Field("n", false, false)))
                .at(PagePlace.after(wrong)));
    }

    private void assertRefused(SearchRequest request) {
        assertThatThrownBy(() -> searcher.search(request))
                .isInstanceOfSatisfying(HBaseSearchException.class, failure -> assertThat(failure.code())
                        .isEqualTo(ErrorCode.QUERY_INVALID));
    }

    private static SearchRequest request(int size) {
        return new SearchRequest(ALL, List.of(), size, PATIENCE);
    }
}
