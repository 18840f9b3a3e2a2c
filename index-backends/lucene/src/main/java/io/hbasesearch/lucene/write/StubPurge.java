/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.write;

import io.hbasesearch.core.spi.PurgedStubs;
import io.hbasesearch.lucene.document.IndexFields;
import io.hbasesearch.lucene.index.LuceneIndex;
import io.hbasesearch.lucene.index.VersionLookup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;

/**
 * Removes old stubs of one index: finds them in the newest view, and deletes each while holding its id's lock if its version is
 * still the one in the view. For one thread of the writer's pool.
 */
final class StubPurge {
    private final LuceneIndex index;
    private final DocumentStore store;

    StubPurge(LuceneIndex index, DocumentStore store) {
        this.index = index;
        this.store = store;
    }

    private record Stub(String id, long version) {}

    PurgedStubs purge(long readBefore, int most) {
        index.requireUsable();
        try {
            List<Stub> stubs = find(readBefore, most);
            int removed = 0;
            try (VersionLookup versions = index.versionLookup()) {
                for (Stub stub : stubs) {
                    removed += store.removeStub(stub.id(), stub.version(), versions) ? 1 : 0;
                }
            }
            if (removed > 0) {
                // Otherwise the next call would find the same stubs again.
                index.refreshNow();
            }
            return new PurgedStubs(stubs.size(), removed);
        } catch (IOException e) {
            throw index.fail(e);
        }
    }

    private List<Stub> find(long readBefore, int most) throws IOException {
        // Only stubs of deleted rows have this field.
        Query old = LongPoint.newRangeQuery(IndexFields.READ_AT, Long.MIN_VALUE, readBefore - 1);
        IndexSearcher searcher = index.acquire();
        try {
            List<Stub> stubs = new ArrayList<>();
            for (ScoreDoc hit : searcher.search(old, most).scoreDocs) {
                stubs.add(stub(searcher.getIndexReader().leaves(), hit.doc));
            }
            return stubs;
        } finally {
            index.release(searcher);
        }
    }

    private static Stub stub(List<LeafReaderContext> leaves, int doc) throws IOException {
        LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(doc, leaves));
        SortedDocValues ids = DocValues.getSorted(leaf.reader(), IndexFields.ID);
        NumericDocValues versions = DocValues.getNumeric(leaf.reader(), IndexFields.VERSION);
        if (!ids.advanceExact(doc - leaf.docBase) || !versions.advanceExact(doc - leaf.docBase)) {
            throw new IllegalStateException("a stub of " + leaf.reader() + " has no id or version");
        }
        return new Stub(ids.lookupOrd(ids.ordValue()).utf8ToString(), versions.longValue());
    }
}
