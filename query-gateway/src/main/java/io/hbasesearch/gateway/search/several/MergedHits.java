/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search.several;

import io.hbasesearch.core.spi.search.SortKey;
import io.hbasesearch.gateway.answer.Found;
import io.hbasesearch.gateway.answer.SearchAllAnswer;
import io.hbasesearch.gateway.plan.QueryPlanner;
import io.hbasesearch.gateway.search.PageOfIndex;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Merges pages of several indexes in the order of their hits; hits that are equal in it come in the order of the indexes. It ends where
 * the next hit is not known, because an index has more hits than its page. For one thread.
 */
final class MergedHits {
    private final List<PageOfIndex> pages;
    private final int[] taken;
    private final List<SearchAllAnswer.Hit> hits = new ArrayList<>();

    /** @param most hits */
    MergedHits(List<PageOfIndex> pages, Comparator<Found> order, int most) {
        this.pages = pages;
        this.taken = new int[pages.size()];
        while (hits.size() < most && !lacksOne()) {
            int best = -1;
            for (int i = 0; i < taken.length; i++) {
                boolean isThere = taken[i] < pages.get(i).hits().size();
                if (isThere && (best < 0 || order.compare(head(i), head(best)) < 0)) {
                    best = i;
                }
            }
            if (best < 0) {
                return;
            }
            PageOfIndex page = pages.get(best);
            hits.add(new SearchAllAnswer.Hit(page.name(), page.answer().hits().get(taken[best]++)));
        }
    }

    /** Returns the order that the request asks for. */
    static Comparator<Found> order(PageOfIndex one, List<String> asked, boolean byScore) {
        List<SortKey> keys = one.query().sort();
        boolean endsWithKey = asked.stream().anyMatch(key -> key.equals("_key") || key.startsWith("_key:"));
        return new HitOrder(one.definition(), keys, endsWithKey ? keys.size() : keys.size() - 1, byScore);
    }

    /** Tells whether hits are ordered by scores that differ. */
    static boolean isByScore(List<PageOfIndex> pages) {
        return pages.get(0).query().sort().stream().anyMatch(SortKey.Score.class::isInstance)
                && pages.stream()
                        .anyMatch(page -> page.query().hasFunctions()
                                || !new QueryPlanner(page.definition())
                                        .scoresAlike(page.query().query()));
    }

    private Found head(int page) {
        return pages.get(page).hits().get(taken[page]);
    }

    /** Tells whether an index has a next hit that is not in its page. */
    private boolean lacksOne() {
        for (int i = 0; i < taken.length; i++) {
            if (taken[i] == pages.get(i).hits().size() && pages.get(i).more()) {
                return true;
            }
        }
        return false;
    }

    List<SearchAllAnswer.Hit> hits() {
        return hits;
    }

    /** Returns how many hits of a page are among these. */
    int taken(int page) {
        return taken[page];
    }

    /** Tells whether there are more hits, in the pages or after them. */
    boolean more() {
        for (int i = 0; i < taken.length; i++) {
            if (taken[i] < pages.get(i).hits().size() || pages.get(i).more()) {
                return true;
            }
        }
        return false;
    }

    /** Tells whether the next page differs from this one. */
    boolean advances() {
        for (int i = 0; i < taken.length; i++) {
            if (pages.get(i).advances(taken[i])) {
                return true;
            }
        }
        return false;
    }
}
