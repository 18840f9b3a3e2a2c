/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import java.time.Duration;
import java.util.Objects;

/** Which view of the index a search sees. */
public sealed interface ViewUse {
    /** As long as the slowest reader of pages may take between two of them. */
    Duration LONGEST_KEEP = Duration.ofHours(1);

    /** The newest, which is not kept. */
    record Newest() implements ViewUse {}

    /**
     * The newest, to be kept for later pages.
     *
     * @param keepFor how long after its last use, at most {@link #LONGEST_KEEP}
     */
    record Keep(Duration keepFor) implements ViewUse {
        public Keep {
            requireKeep(keepFor);
        }
    }

    /**
     * One that was kept. If it is gone, the search goes on in the newest one, which is then kept, and {@link
     * SearchResult#viewLost()} says so.
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
