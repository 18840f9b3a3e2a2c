/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import io.hbasesearch.benchmarks.baseline.RawElasticsearch;
import io.hbasesearch.benchmarks.baseline.RefreshTimes;
import java.io.IOException;

/** Counts and times the refreshes after which a search sees something new. For one thread. */
public interface Refreshes {
    /** Forgets those of before. */
    void reset() throws IOException, InterruptedException;

    /** Those since then. */
    RefreshTimes seen() throws IOException, InterruptedException;

    /** @param meters that are reset by whoever owns them, of the process that has the index */
    static Refreshes embedded(Meters meters) {
        String timer = "hbase_search_lucene_refresh_seconds";
        return new Refreshes() {
            @Override
            public void reset() {}

            @Override
            public RefreshTimes seen() {
                return new RefreshTimes(meters.timings(timer), meters.sumMillis(timer));
            }
        };
    }

    static Refreshes of(RawElasticsearch elasticsearch, String index) {
        return new Refreshes() {
            private RefreshTimes before = new RefreshTimes(0, 0);

            @Override
            public void reset() throws IOException, InterruptedException {
                before = elasticsearch.refreshes(index);
            }

            @Override
            public RefreshTimes seen() throws IOException, InterruptedException {
                return elasticsearch.refreshes(index).minus(before);
            }
        };
    }
}
