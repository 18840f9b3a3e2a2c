/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.index;

import io.hbasesearch.lucene.document.IndexFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * Finds the current version of an id: among the documents added since the last refresh, else in the newest searcher. The order
 * matters, because a refresh moves versions from the former to the latter. Keeps term iterators from one call to the next; for
 * one thread, which holds the id's lock and closes it.
 */
public final class VersionLookup implements AutoCloseable {
    private final VersionMap unrefreshed;
    private final SearcherManager searchers;
    private final List<Segment> segments = new ArrayList<>();
    private @Nullable IndexSearcher searcher;

    VersionLookup(VersionMap unrefreshed, SearcherManager searchers) {
        this.unrefreshed = unrefreshed;
        this.searchers = searchers;
    }

    public OptionalLong find(String id) throws IOException {
        OptionalLong added = unrefreshed.get(id);
        if (added.isPresent()) {
            return added;
        }
        useNewestSearcher();
        BytesRef term = new BytesRef(id);
        for (Segment segment : segments) {
            OptionalLong version = segment.find(term);
            if (version.isPresent()) {
                return version;
            }
        }
        return OptionalLong.empty();
    }

    private void useNewestSearcher() throws IOException {
        IndexSearcher newest = searchers.acquire();
        if (newest == searcher) {
            searchers.release(newest);
            return;
        }
        close();
        searcher = newest;
        for (LeafReaderContext leaf : newest.getIndexReader().leaves()) {
            Terms ids = leaf.reader().terms(IndexFields.ID);
            if (ids != null) {
                segments.add(0, new Segment(leaf.reader(), ids.iterator()));
            }
        }
    }

    @Override
    public void close() throws IOException {
        segments.clear();
        if (searcher != null) {
            IndexSearcher released = searcher;
            searcher = null;
            searchers.release(released);
        }
    }

    private static final class Segment {
        private final LeafReader reader;
        private final TermsEnum ids;
        private @Nullable PostingsEnum postings;

        Segment(LeafReader reader, TermsEnum ids) {
            this.reader = reader;
            this.ids = ids;
        }

        OptionalLong find(BytesRef id) throws IOException {
            if (!ids.seekExact(id)) {
                return OptionalLong.empty();
            }
            Bits live = reader.getLiveDocs();
            postings = ids.postings(postings, PostingsEnum.NONE);
            for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = postings.nextDoc()) {
                if (live == null || live.get(doc)) {
                    return OptionalLong.of(version(doc));
                }
            }
            return OptionalLong.empty();
        }

        private long version(int doc) throws IOException {
            NumericDocValues versions = reader.getNumericDocValues(IndexFields.VERSION);
            if (versions == null || !versions.advanceExact(doc)) {
                throw new IllegalStateException("document " + doc + " of " + reader + " has no version");
            }
            return versions.longValue();
        }
    }
}
