/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.facets;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.lucene.document.IndexFields;
import java.io.IOException;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Terms;

/** Checks that an index has the doc values for sorting and counting: documents of an older version lack them. */
public final class SortableIndex {
    private SortableIndex() {}

    /** @throws HBaseSearchException INDEX_INCOMPATIBLE, rather than treating existing values as missing */
    public static void require(IndexReader reader, String index, String field) throws IOException {
        for (LeafReaderContext context : reader.leaves()) {
            LeafReader leaf = context.reader();
            Terms terms = leaf.terms(field);
            if (terms == null) {
                continue;
            }
            // The number of documents with values, which Lucene's own format knows exactly.
            long withValues =
                    DocValues.getSortedSet(leaf, IndexFields.values(field)).cost();
            if (withValues < terms.getDocCount()) {
                throw new HBaseSearchException(
                        ErrorCode.INDEX_INCOMPATIBLE,
                        "The index " + index + " cannot sort or count by " + field
                                + ": some of its documents were written by an older version",
                        "Rebuild it: hbase-search reindex " + index,
                        null);
            }
        }
    }
}
