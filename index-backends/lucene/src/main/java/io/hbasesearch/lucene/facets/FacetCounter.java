/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.facets;

import io.hbasesearch.core.spi.search.FacetResult;
import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;

/** Counts the values of one field over the matches of a query. For one thread and one search. */
interface FacetCounter {
    /** Returns the counter of one segment's documents, which come in their order. */
    Leaf leaf(LeafReaderContext context) throws IOException;

    /** @param complete whether every match was seen */
    FacetResult result(boolean complete) throws IOException;

    interface Leaf {
        void count(int doc) throws IOException;
    }
}
