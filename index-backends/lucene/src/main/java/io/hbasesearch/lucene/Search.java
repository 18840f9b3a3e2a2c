/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.spi.SearchRequest;
import io.hbasesearch.core.spi.SearchResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.QueryTimeout;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.FieldDoc;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.TotalHitCountCollectorManager;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.util.BytesRef;

/** One search request on one view of the index. For one thread, once. */
final class Search {
    /** Matches are counted up to here, as Elasticsearch does by default; beyond, the best hits are found without counting. */
    private static final int EXACT_TOTAL = 10_000;

    private static final Sort BY_SCORE_AND_ID =
            new Sort(SortField.FIELD_SCORE, new SortField(IndexFields.ID, SortField.Type.STRING));

    private final IndexReader reader;
    private final IndexSearcher searcher;
    private final Query query;
    private final int size;
    private final Optional<NamedCells> cells;

    Search(IndexReader reader, QueryTranslator translator, SearchRequest request) {
        this.reader = reader;
        this.searcher = new IndexSearcher(reader);
        this.query = withoutStubs(translator, request);
        this.cells = translator.findsCells()
                ? Optional.of(new NamedCells(searcher, translator, request.named()))
                : Optional.empty();
        this.size = Math.min(request.size(), reader.maxDoc());
        long deadline = System.nanoTime() + request.timeout().toNanos();
        QueryTimeout timeout = () -> System.nanoTime() - deadline > 0;
        searcher.setTimeout(timeout);
    }

    private static Query withoutStubs(QueryTranslator translator, SearchRequest request) {
        BooleanQuery.Builder all = new BooleanQuery.Builder();
        all.add(translator.translate(request.query()), Occur.MUST);
        request.filters().forEach(filter -> all.add(translator.translate(filter), Occur.FILTER));
        all.add(new TermQuery(new Term(IndexFields.STUB, IndexFields.DELETED)), Occur.MUST_NOT);
        all.add(new TermQuery(new Term(IndexFields.STUB, IndexFields.FAILED)), Occur.MUST_NOT);
        return all.build();
    }

    /** @throws HBaseSearchException QUERY_INVALID if it has more clauses than Lucene runs */
    SearchResult run() throws IOException {
        try {
            return search();
        } catch (IndexSearcher.TooManyClauses e) {
            throw new HBaseSearchException(
                    ErrorCode.QUERY_INVALID,
                    "The query means more than " + IndexSearcher.getMaxClauseCount() + " terms",
                    "Search for fewer words, or name the field of each.",
                    e);
        }
    }

    private SearchResult search() throws IOException {
        if (size == 0) {
            int count = searcher.search(query, new TotalHitCountCollectorManager());
            return new SearchResult(count, !searcher.timedOut(), searcher.timedOut(), List.of());
        }
        TopDocs top = searcher.search(query, new TopFieldCollectorManager(BY_SCORE_AND_ID, size, EXACT_TOTAL));
        boolean exact = top.totalHits.relation == TotalHits.Relation.EQUAL_TO && !searcher.timedOut();
        return new SearchResult(top.totalHits.value, exact, searcher.timedOut(), hits(top));
    }

    private List<SearchResult.Hit> hits(TopDocs top) throws IOException {
        StoredDocuments stored = new StoredDocuments(reader);
        List<SearchResult.Hit> hits = new ArrayList<>(top.scoreDocs.length);
        for (ScoreDoc scored : top.scoreDocs) {
            FieldDoc hit = (FieldDoc) scored;
            float score = (Float) hit.fields[0];
            DocumentId id = new DocumentId(((BytesRef) hit.fields[1]).utf8ToString());
            SearchResult.Hit found = new SearchResult.Hit(stored.row(hit.doc, id), version(hit.doc), score);
            hits.add(cells.isEmpty() ? found : cells.get().of(hit.doc, found));
        }
        return hits;
    }

    private long version(int doc) throws IOException {
        LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
        NumericDocValues versions = leaf.reader().getNumericDocValues(IndexFields.VERSION);
        if (versions == null || !versions.advanceExact(doc - leaf.docBase)) {
            throw new IllegalStateException("a document has no version");
        }
        return versions.longValue();
    }
}
