/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.io.IOException;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Terms;

/** Whether an index has what hits are sorted and counted by: documents that an older version wrote lack it. */
final class SortableIndex {
    private SortableIndex() {}

    /** @throws HBaseSearchException INDEX_INCOMPATIBLE, rather than to take values for missing that are there */
    static void require(IndexReader reader, String index, String field) throws IOException {
        for (LeafReaderContext context : reader.leaves()) {
            LeafReader leaf = context.reader();
            Terms terms = leaf.terms(field);
            if (terms == null) {
                continue;
            }
            // The number of documents that have values, which Lucene's own format knows exactly.
            long withValues =
                    DocValues.getSortedSet(leaf, IndexFields.values(field)).cost();
            if (withValues < terms.getDocCount()) {
                throw new HBaseSearchException(
                        ErrorCode.INDEX_INCOMPATIBLE,
                        "The index " + index + " cannot sort or count by " + field
                                + ": some of its documents were written by an older version",
                        "Build it anew: hbase-search reindex " + index,
                        null);
            }
        }
    }
}
