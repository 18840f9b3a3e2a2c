/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import io.hbasesearch.gateway.answer.FoundPage;
import io.hbasesearch.gateway.catalog.IndexAnswer;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import java.util.ArrayList;
import java.util.List;

/** Writes the notes of an answer: remarks for a reader of the hits. Stateless. */
final class Notes {
    private Notes() {}

    /** @param viewBegins whether the previous page had no snapshot, so that the order may have changed since */
    static List<String> of(
            SearchableIndex index,
            FoundPage found,
            HitWriter.Page page,
            List<String> degraded,
            boolean viewLost,
            boolean viewBegins,
            boolean ofTable) {
        List<String> notes = new ArrayList<>(page.notes());
        notes.addAll(found.gaps().notes());
        addStale(notes, found.checks().stale());
        if (found.gaps().unreadable() > 0) {
            notes.add((found.gaps().unreadable() == 1
                            ? "1 match was"
                            : found.gaps().unreadable() + " matches were")
                    + " left out: another program wrote them to the index, for no row; hbase-search verify lists them");
        }
        if (found.gaps().degraded().contains("hbase")) {
            boolean noneHasRow = found.hits().stream().allMatch(hit -> hit.row() == null);
            notes.add("HBase cannot be reached, does not answer in time, or has no room for more calls: "
                    + (noneHasRow ? "hits" : "some hits")
                    + " are shown without rows, and it was not checked whether the rows still exist");
        } else if (degraded.contains("hbase")) {
            notes.add("HBase did not return the rows by their keys: the index found them");
        }
        if (degraded.contains("index")) {
            notes.add("the index could not be reached: the rows were found by their keys, and come in key order");
        }
        if (viewLost) {
            notes.add("the snapshot of these pages no longer exists: from here on, rows may be missing or repeated");
        }
        if (viewBegins && !viewLost && !ofTable) {
            notes.add(
                    "the snapshot begins with this page: if the index changed since the previous page, scores changed too, and hits may"
                            + " be repeated or missing between the two; snapshot=true on the first page keeps one state");
        }
        if (!index.metadata().complete() && !ofTable) {
            notes.add(IndexAnswer.INCOMPLETE);
        }
        return notes;
    }

    private static void addStale(List<String> notes, int stale) {
        if (stale > 0) {
            notes.add((stale == 1 ? "1 hit was" : stale + " hits were")
                    + " left out: the row was deleted from HBase, is no longer indexed, or no longer matches; the index is"
                    + " being repaired");
        }
    }
}
