/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import java.util.ArrayList;
import java.util.List;

/** What a reader of hits should know, in words. No state. */
final class Notes {
    private Notes() {}

    /** @param viewBegins whether the page before was of no snapshot, and what decides the order may have changed since */
    static List<String> of(
            SearchableIndex index,
            FoundPage found,
            HitWriter.Page page,
            List<String> degraded,
            boolean viewLost,
            boolean viewBegins,
            boolean ofTable) {
        List<String> notes = new ArrayList<>(page.notes());
        notes.addAll(found.notes());
        addStale(notes, found.checks().stale());
        if (found.unreadable() > 0) {
            notes.add(
                    (found.unreadable() == 1 ? "1 match was" : found.unreadable() + " matches were")
                            + " left out: no rows' documents, somebody else wrote them to the index; hbase-search verify lists them");
        }
        if (found.degraded().contains("hbase")) {
            boolean noneHasRow = found.hits().stream().allMatch(hit -> hit.row() == null);
            notes.add("HBase cannot be reached, does not answer in time, or has no room for more calls: "
                    + (noneHasRow ? "hits" : "some hits")
                    + " are shown without rows, and nobody has checked whether these still exist");
        } else if (degraded.contains("hbase")) {
            notes.add("HBase did not give the rows by their keys: the index found them");
        }
        if (degraded.contains("index")) {
            notes.add(
                    "the index could not be reached: the rows were found by their keys, and come in the order of these");
        }
        if (viewLost) {
            notes.add("the snapshot that was paged through is gone: rows may be missing or come twice from here on");
        }
        if (viewBegins && !viewLost && !ofTable) {
            notes.add(
                    "the snapshot begins with this page: if the index changed since the page before, scores did, too, and hits may"
                            + " come twice or be missing between the two; snapshot=true on the first page shows one state");
        }
        if (!index.metadata().complete() && !ofTable) {
            notes.add(IndexAnswer.INCOMPLETE);
        }
        return notes;
    }

    private static void addStale(List<String> notes, int stale) {
        if (stale > 0) {
            notes.add((stale == 1 ? "1 hit was" : stale + " hits were")
                    + " left out, as the row is gone from HBase, no longer one to index or no match any more; the index is"
                    + " being told");
        }
    }
}
