/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.search;

import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.query.Query.InCells;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.lucene.document.IndexFields;
import io.hbasesearch.lucene.query.QueryTranslator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.join.BitSetProducer;
import org.apache.lucene.search.join.ParentChildrenBlockJoinQuery;

/** Finds the matching cells of a hit, in the row's order. For one search and one thread. */
final class NamedCells {
    private static final Set<String> COLUMN_ONLY = Set.of(IndexFields.COLUMN);

    private final IndexSearcher searcher;
    private final BitSetProducer rows;
    private final Query matching;

    NamedCells(IndexSearcher searcher, QueryTranslator translator, InCells named) {
        this.searcher = searcher;
        this.rows = translator.rows();
        this.matching = translator.inCells(named);
    }

    /** @param document of the row */
    SearchResult.Hit of(int document, SearchResult.Hit hit) throws IOException {
        Query ofRow = new ParentChildrenBlockJoinQuery(rows, matching, document);
        TopDocs found = searcher.search(
                ofRow, new TopFieldCollectorManager(Sort.INDEXORDER, SearchResult.MOST_CELLS, Integer.MAX_VALUE));
        StoredFields fields = searcher.storedFields();
        List<ColumnName> cells = new ArrayList<>(found.scoreDocs.length);
        for (ScoreDoc cell : found.scoreDocs) {
            cells.add(ColumnName.parse(fields.document(cell.doc, COLUMN_ONLY).get(IndexFields.COLUMN)));
        }
        return hit.naming(cells, found.totalHits.value);
    }
}
