/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.gateway.answer.Found;
import io.hbasesearch.gateway.answer.FoundPage;
import io.hbasesearch.gateway.answer.SearchAnswer;
import io.hbasesearch.gateway.cursor.CursorPosition;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A page of one of several indexes, whose hits are merged with those of the others.
 *
 * @param from position after which it begins
 * @param behind makes the cursor of what follows a position within the page
 * @param release closes its snapshot, if there is one, because no caller will continue in it
 */
public record PageOfIndex(
        IndexDefinition definition,
        SearchQuery query,
        SearchAnswer answer,
        FoundPage found,
        Optional<CursorPosition> from,
        Function<CursorPosition, String> behind,
        Runnable release) {
    public String name() {
        return definition.name();
    }

    public List<Found> hits() {
        return found.hits();
    }

    /** Tells whether the index has more hits after those of this page. */
    public boolean more() {
        return found.ends().more();
    }

    /** Returns the cursor of what follows the first {@code shown} hits; empty if everything does. */
    public Optional<String> after(int shown) {
        return place(shown).map(behind);
    }

    private Optional<CursorPosition> place(int shown) {
        if (shown == hits().size()) {
            // Hidden hits were examined as well, and do not come again.
            return found.ends().last().or(() -> from);
        }
        int before = from.map(place -> place.offset() + 1).orElse(0);
        return shown == 0 ? from : Optional.of(hits().get(shown - 1).place(before + shown - 1));
    }

    /** Tells whether the next page begins elsewhere than this one if it shows this many hits. */
    public boolean advances(int shown) {
        return !place(shown).equals(from);
    }
}
