/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.search;

import java.io.IOException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.ExitableDirectoryReader;
import org.apache.lucene.index.FilterDirectoryReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.QueryTimeout;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.IndexSearcher;

/**
 * A view of an index in which the iteration over terms ends when a search's time is up, with an {@link
 * ExitableDirectoryReader.ExitingReaderException}: a pattern may have to check millions of them before the first document, and
 * a searcher checks the time only between documents. For one search; the caller keeps its view.
 */
final class TimedTerms extends FilterDirectoryReader {
    private final QueryTimeout timeout;

    TimedTerms(DirectoryReader view, QueryTimeout timeout) throws IOException {
        super(view, new SubReaderWrapper() {
            @Override
            public LeafReader wrap(LeafReader reader) {
                return new Leaf(reader, timeout);
            }
        });
        this.timeout = timeout;
    }

    static IndexSearcher searcher(DirectoryReader view, QueryTimeout timeout) throws IOException {
        IndexSearcher searcher = new OneLookupSearcher(new TimedTerms(view, timeout));
        searcher.setTimeout(timeout);
        return searcher;
    }

    @Override
    protected DirectoryReader doWrapDirectoryReader(DirectoryReader view) throws IOException {
        return new TimedTerms(view, timeout);
    }

    @Override
    public CacheHelper getReaderCacheHelper() {
        return in.getReaderCacheHelper();
    }

    private static final class Leaf extends FilterLeafReader {
        private final QueryTimeout timeout;

        Leaf(LeafReader reader, QueryTimeout timeout) {
            super(reader);
            this.timeout = timeout;
        }

        @Override
        public Terms terms(String field) throws IOException {
            Terms terms = super.terms(field);
            return terms == null ? null : new ExitableDirectoryReader.ExitableTerms(terms, timeout);
        }

        @Override
        public CacheHelper getCoreCacheHelper() {
            return in.getCoreCacheHelper();
        }

        @Override
        public CacheHelper getReaderCacheHelper() {
            return in.getReaderCacheHelper();
        }
    }
}
