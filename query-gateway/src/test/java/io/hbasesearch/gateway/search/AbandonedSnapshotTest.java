/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.core.spi.search.ViewToken;
import io.hbasesearch.core.spi.search.ViewUse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AbandonedSnapshotTest {
    private static final ViewToken OPENED = new ViewToken("opened");
    private static final Duration KEPT_FOR = Duration.ofMinutes(1);

    private final List<ViewToken> closed = new ArrayList<>();
    private final List<ViewToken> toClose = new ArrayList<>();

    private AbandonedSnapshot of(ViewUse use) {
        return new AbandonedSnapshot(use, closed::add, toClose::add);
    }

    private static SearchPages.Page pageIn(Optional<ViewToken> view) {
        SearchResult result = new SearchResult(0, true, false, List.of()).seenIn(view, false);
        return new SearchPages.Page(result, List.of(), false, Optional.empty(), Optional.empty());
    }

    @Test
    void oneThatIsOpenedInTimeIsItsCallers() {
        of(new ViewUse.Keep(KEPT_FOR)).found(pageIn(Optional.of(OPENED)));

        assertThat(closed).isEmpty();
        assertThat(toClose).isEmpty();
    }

    @Test
    void oneThatIsOpenedTooLateIsClosedByWhoOpenedIt() {
        AbandonedSnapshot view = of(new ViewUse.Keep(KEPT_FOR));
        view.giveUp();

        view.found(pageIn(Optional.of(OPENED)));

        assertThat(closed).containsExactly(OPENED);
        assertThat(toClose).isEmpty();
    }

    @Test
    void oneThatIsOpenedJustBeforeItIsGivenUpIsClosedByAnotherThread() {
        AbandonedSnapshot view = of(new ViewUse.Keep(KEPT_FOR));
        view.found(pageIn(Optional.of(OPENED)));

        view.giveUp();

        assertThat(closed).isEmpty();
        assertThat(toClose).containsExactly(OPENED);
    }

    /** Its caller still has the cursor that names it. */
    @Test
    void oneThatWasKeptBeforeIsNotClosed() {
        AbandonedSnapshot view = of(new ViewUse.Kept(OPENED, KEPT_FOR));
        view.giveUp();

        view.found(pageIn(Optional.of(OPENED)));

        assertThat(closed).isEmpty();
        assertThat(toClose).isEmpty();
    }

    /** It was opened in place of one that was gone. */
    @Test
    void anotherOneInPlaceOfOneThatWasKeptIsClosed() {
        AbandonedSnapshot view = of(new ViewUse.Kept(new ViewToken("gone"), KEPT_FOR));
        view.giveUp();

        view.found(pageIn(Optional.of(OPENED)));

        assertThat(closed).containsExactly(OPENED);
    }

    @Test
    void searchesWithoutAViewLeaveNothingToClose() {
        AbandonedSnapshot view = of(new ViewUse.Newest());
        view.found(pageIn(Optional.empty()));

        view.giveUp();

        assertThat(toClose).isEmpty();
    }
}
