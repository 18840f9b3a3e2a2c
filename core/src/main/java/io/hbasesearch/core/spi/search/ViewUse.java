/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi.search;

import java.time.Duration;
import java.util.Objects;

/** The view of the index that a search uses. */
public sealed interface ViewUse {
    /** The longest time that a reader may take between two pages. */
    Duration LONGEST_KEEP = Duration.ofHours(1);

    /** The newest view, which is not kept. */
    record Newest() implements ViewUse {}

    /** The newest view, kept for later pages.
     *
     * @param keepFor how long after its last use, at most {@link #LONGEST_KEEP}
     */
    record Keep(Duration keepFor) implements ViewUse {
        public Keep {
            requireKeep(keepFor);
        }
    }

    /**
     * A kept view. If it no longer exists, the search uses the newest one, which is then kept, and {@link SearchResult#viewLost()} is
     * true.
     */
    record Kept(ViewToken token, Duration keepFor) implements ViewUse {
        public Kept {
            Objects.requireNonNull(token, "token");
            requireKeep(keepFor);
        }
    }

    private static void requireKeep(Duration keepFor) {
        if (keepFor.toMillis() <= 0 || keepFor.compareTo(LONGEST_KEEP) > 0) {
            throw new IllegalArgumentException("a view is kept for up to " + LONGEST_KEEP + ", not " + keepFor);
        }
    }
}
