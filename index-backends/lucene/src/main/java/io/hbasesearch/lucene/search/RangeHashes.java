/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.search;

import io.hbasesearch.core.model.DocumentIdRange;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.spi.RangeDigest;
import io.hbasesearch.lucene.document.IndexFields;
import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TermRangeQuery;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Bits;

/** Sums the hashes of one range of a view, from doc values only. For one thread, once. */
final class RangeHashes {
    private long documents;
    private long sum;
    private boolean complete = true;

    private RangeHashes() {}

    /** @return empty if there are documents without a hash, or the ids do not determine which belong to the range */
    static Optional<RangeDigest> of(IndexSearcher view, KeyRange keys) throws IOException {
        DocumentIdRange range = DocumentIdRange.of(keys);
        if (!range.exact()) {
            return Optional.empty();
        }
        String from = range.from().isEmpty() ? null : range.from();
        Query ids =
                TermRangeQuery.newStringRange(IndexFields.ID, from, range.to().orElse(null), true, false);
        Weight weight = view.createWeight(view.rewrite(ids), ScoreMode.COMPLETE_NO_SCORES, 1);
        RangeHashes hashes = new RangeHashes();
        for (LeafReaderContext leaf : view.getIndexReader().leaves()) {
            Scorer found = weight.scorer(leaf);
            if (found != null) {
                hashes.add(leaf, found.iterator());
            }
        }
        return hashes.complete ? Optional.of(new RangeDigest(hashes.documents, hashes.sum)) : Optional.empty();
    }

    private void add(LeafReaderContext leaf, DocIdSetIterator found) throws IOException {
        NumericDocValues hashes = DocValues.getNumeric(leaf.reader(), IndexFields.HASH);
        Bits live = leaf.reader().getLiveDocs();
        for (int doc = found.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = found.nextDoc()) {
            if (live != null && !live.get(doc)) {
                continue;
            }
            if (hashes.advanceExact(doc)) {
                add(hashes.longValue());
            } else {
                complete = false;
            }
        }
    }

    private void add(long hash) {
        if (hash != IndexFields.HASH_OF_NOTHING) {
            documents++;
            sum += hash;
        }
    }
}
