/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.index;

import io.hbasesearch.core.metrics.Metrics;
import java.time.Duration;
import org.apache.lucene.search.ReferenceManager;

/**
 * Times the refreshes that made something visible: refreshes without new documents are frequent, and take no time. For one
 * thread at a time.
 */
final class RefreshTimer implements ReferenceManager.RefreshListener {
    private final Metrics.Timer timer;
    private long beganNanos;

    RefreshTimer(Metrics.Timer timer) {
        this.timer = timer;
    }

    static RefreshTimer of(Metrics metrics, String index) {
        return new RefreshTimer(metrics.timer(
                "hbase_search_lucene_refresh_seconds", "Time of refreshes that made changes visible", "index", index));
    }

    @Override
    public void beforeRefresh() {
        beganNanos = System.nanoTime();
    }

    @Override
    public void afterRefresh(boolean didRefresh) {
        if (didRefresh) {
            timer.record(Duration.ofNanos(System.nanoTime() - beganNanos));
        }
    }
}
