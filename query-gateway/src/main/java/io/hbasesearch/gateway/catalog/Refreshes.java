/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.catalog;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Refreshes search views. One refresh serves all callers that were waiting when it began. Safe for use by several threads. */
final class Refreshes {
    private final Map<UUID, View> views = new ConcurrentHashMap<>();

    /** Returns once a refresh that began after this call is complete. Blocks. */
    void refresh(SearchableIndex index) {
        views.computeIfAbsent(index.metadata().uuid(), none -> new View()).refresh(index);
    }

    private static final class View {
        private final AtomicLong asked = new AtomicLong();
        private long served;

        void refresh(SearchableIndex index) {
            long mine = asked.incrementAndGet();
            synchronized (this) {
                if (served < mine) {
                    long covers = asked.get();
                    index.searcher().refresh();
                    served = covers;
                }
            }
        }
    }
}
