/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.core.spi.search.ViewToken;
import io.hbasesearch.core.spi.search.ViewUse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.apache.lucene.store.AlreadyClosedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SnapshotRegistryTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final SearchRequest REQUEST =
            new SearchRequest(new Query.MatchAll(), List.of(), 1, Duration.ofSeconds(1));

    private final AtomicLong now = new AtomicLong();
    private final SnapshotRegistry<View> views = new SnapshotRegistry<>(now::get);
    private final List<View> opened = new ArrayList<>();

    /** A view that knows its number and whether it was given back. */
    private static final class View implements AutoCloseable {
        private final int number;
        private int closed;

        View(int number) {
            this.number = number;
        }

        @Override
        public void close() {
            closed++;
        }
    }

    @AfterEach
    void everyViewIsGivenBackOnceInTheEnd() {
        views.close();
        assertThat(opened).allSatisfy(view -> assertThat(view.closed).isEqualTo(1));
        assertThat(views.size()).isZero();
    }

    private View open() {
        View view = new View(opened.size());
        opened.add(view);
        return view;
    }

    /** The total tells which view was seen. */
    private SearchResult search(ViewUse use) {
        return search(use, view -> {
            assertThat(view.closed).as("closed while in use").isZero();
            return new SearchResult(view.number, true, false, List.of());
        });
    }

    private SearchResult search(ViewUse use, Function<View, SearchResult> search) {
        return views.search(REQUEST.in(use), this::open, search);
    }

    @Test
    void theNewestIsNotKept() {
        SearchResult result = search(new ViewUse.Newest());
        assertThat(result.view()).isEmpty();
        assertThat(opened.get(0).closed).isEqualTo(1);
    }

    @Test
    void aKeptOneIsSeenAgainUntilNobodyUsesItForTooLong() {
        ViewToken token = search(new ViewUse.Keep(MINUTE)).view().orElseThrow();
        for (int i = 0; i < 3; i++) {
            now.addAndGet(MINUTE.toNanos() - 1);
            SearchResult again = search(new ViewUse.Kept(token, MINUTE));
            assertThat(again.total()).isZero();
            assertThat(again.viewLost()).isFalse();
            assertThat(again.view()).contains(token);
        }
        now.addAndGet(MINUTE.toNanos());
        SearchResult lost = search(new ViewUse.Kept(token, MINUTE));
        assertThat(lost.viewLost()).isTrue();
        assertThat(lost.total()).isEqualTo(1);
        assertThat(opened.get(0).closed).isEqualTo(1);
        assertThat(search(new ViewUse.Kept(lost.view().orElseThrow(), MINUTE)).viewLost())
                .isFalse();
    }

    @Test
    void theOneUnusedForLongestMakesRoom() {
        ViewToken first = search(new ViewUse.Keep(MINUTE)).view().orElseThrow();
        ViewToken second = search(new ViewUse.Keep(MINUTE)).view().orElseThrow();
        for (int i = 2; i < SnapshotRegistry.MAX_VIEWS; i++) {
            search(new ViewUse.Keep(MINUTE));
        }
        search(new ViewUse.Kept(first, MINUTE));
        search(new ViewUse.Keep(MINUTE));
        assertThat(views.size()).isEqualTo(SnapshotRegistry.MAX_VIEWS);
        assertThat(search(new ViewUse.Kept(first, MINUTE)).viewLost()).isFalse();
        assertThat(opened.get(1).closed).isEqualTo(1);
        assertThat(search(new ViewUse.Kept(second, MINUTE)).viewLost()).isTrue();
    }

    @Test
    void aSweepGivesBackWhatNobodyCameBackFor() {
        search(new ViewUse.Keep(MINUTE));
        now.addAndGet(MINUTE.toNanos());
        views.sweep();
        assertThat(opened.get(0).closed).isEqualTo(1);
    }

    @Test
    void aViewThatIsClosedWhileItIsUsedIsGivenBackAfterwards() {
        ViewToken token = search(new ViewUse.Keep(MINUTE)).view().orElseThrow();
        SearchResult result = search(new ViewUse.Kept(token, MINUTE), view -> {
            views.close(token);
            assertThat(view.closed).isZero();
            return new SearchResult(view.number, true, false, List.of());
        });
        assertThat(result.viewLost()).isFalse();
        assertThat(opened.get(0).closed).isEqualTo(1);
    }

    @Test
    void aSearchThatFailsKeepsNothing() {
        assertThatThrownBy(() -> search(new ViewUse.Keep(MINUTE), view -> {
                    throw new IllegalStateException("broken");
                }))
                .hasMessage("broken");
        assertThat(opened.get(0).closed).isEqualTo(1);
    }

    @Test
    void aViewWhoseIndexWasDroppedIsLost() {
        ViewToken token = search(new ViewUse.Keep(MINUTE)).view().orElseThrow();
        SearchResult result = search(new ViewUse.Kept(token, MINUTE), view -> {
            if (view.number == 0) {
                throw new AlreadyClosedException("dropped");
            }
            return new SearchResult(view.number, true, false, List.of());
        });
        assertThat(result.viewLost()).isTrue();
        assertThat(result.total()).isEqualTo(1);
    }
}
