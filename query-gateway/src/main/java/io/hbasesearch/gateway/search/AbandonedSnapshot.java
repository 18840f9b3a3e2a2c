/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import io.hbasesearch.core.spi.search.ViewToken;
import io.hbasesearch.core.spi.search.ViewUse;
import java.util.Optional;
import java.util.function.Consumer;

/** Releases the snapshot of a search whose caller stopped waiting for it. Safe for use by several threads. */
final class AbandonedSnapshot {
    private final ViewUse use;
    private final Consumer<ViewToken> close;
    private final Consumer<ViewToken> closeLater;
    private boolean isGivenUp;
    private Optional<ViewToken> opened = Optional.empty();

    /**
     * @param close releases a snapshot, on a thread whose work no caller waits for
     * @param closeLater as {@code close}, on another thread if one is available
     */
    AbandonedSnapshot(ViewUse use, Consumer<ViewToken> close, Consumer<ViewToken> closeLater) {
        this.use = use;
        this.close = close;
        this.closeLater = closeLater;
    }

    /** Records the snapshot that the search opened. Called by the search's thread. */
    synchronized SearchPages.Page found(SearchPages.Page page) {
        opened = page.result().view().filter(this::isNew);
        if (isGivenUp) {
            opened.ifPresent(close);
        }
        return page;
    }

    /** Marks the search as abandoned: its caller no longer waits. The search may have just finished. */
    synchronized void giveUp() {
        isGivenUp = true;
        opened.ifPresent(closeLater);
    }

    /** Tells whether the search opened this snapshot; a snapshot named by a cursor belongs to the caller. */
    private boolean isNew(ViewToken view) {
        return !(use instanceof ViewUse.Kept kept && kept.token().equals(view));
    }
}
