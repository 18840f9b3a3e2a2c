/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.spi.ViewToken;
import io.hbasesearch.core.spi.ViewUse;
import java.util.Optional;
import java.util.function.Consumer;

/** A snapshot that a search opens: if nobody waits for that search any more, nobody gets to know it. Safe for use by several threads. */
final class AbandonedSnapshot {
    private final ViewUse use;
    private final Consumer<ViewToken> close;
    private final Consumer<ViewToken> closeLater;
    private boolean isGivenUp;
    private Optional<ViewToken> opened = Optional.empty();

    /**
     * @param close lets go of one, on a thread for which nobody waits
     * @param closeLater as {@code close}, on another thread, if there is one
     */
    AbandonedSnapshot(ViewUse use, Consumer<ViewToken> close, Consumer<ViewToken> closeLater) {
        this.use = use;
        this.close = close;
        this.closeLater = closeLater;
    }

    /** On the thread that searches. */
    synchronized SearchPages.Page found(SearchPages.Page page) {
        opened = page.result().view().filter(this::isNew);
        if (isGivenUp) {
            opened.ifPresent(close);
        }
        return page;
    }

    /** Nobody waits for the search, which may have ended just now. */
    synchronized void giveUp() {
        isGivenUp = true;
        opened.ifPresent(closeLater);
    }

    /** One that a cursor names is its caller's. */
    private boolean isNew(ViewToken view) {
        return !(use instanceof ViewUse.Kept kept && kept.token().equals(view));
    }
}
