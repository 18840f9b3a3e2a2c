/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import io.hbasesearch.benchmarks.baseline.RawElasticsearch;
import io.hbasesearch.benchmarks.baseline.RawElasticsearch.RefreshCount;
import java.io.IOException;

/** Counts and times the refreshes after which a search sees something new. For one thread. */
public interface Refreshes {
    /**
     * Those since a moment.
     *
     * @throws IllegalStateException from {@link #meanMillis} if there was none
     */
    record Seen(long number, double millis) {
        public double meanMillis() {
            if (number == 0) {
                throw new IllegalStateException("nothing was refreshed");
            }
            return millis / number;
        }
    }

    /** Forgets those of before. */
    void reset() throws IOException, InterruptedException;

    Seen seen() throws IOException, InterruptedException;

    /** @param meters that are reset by whoever owns them, of the process that has the index */
    static Refreshes embedded(Meters meters) {
        String timer = "hbase_search_lucene_refresh_seconds";
        return new Refreshes() {
            @Override
            public void reset() {}

            @Override
            public Seen seen() {
                long number = meters.timings(timer);
                return new Seen(number, number * meters.meanMillis(timer));
            }
        };
    }

    static Refreshes of(RawElasticsearch elasticsearch, String index) {
        return new Refreshes() {
            private RefreshCount before = new RefreshCount(0, 0);

            @Override
            public void reset() throws IOException, InterruptedException {
                before = elasticsearch.refreshes(index);
            }

            @Override
            public Seen seen() throws IOException, InterruptedException {
                RefreshCount now = elasticsearch.refreshes(index);
                return new Seen(now.number() - before.number(), now.millis() - before.millis());
            }
        };
    }
}
