/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.search;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.spi.search.FacetResult;
import io.hbasesearch.core.spi.search.PagePlace;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.core.spi.search.SortValues;
import io.hbasesearch.lucene.document.IndexFields;
import io.hbasesearch.lucene.document.StoredDocuments;
import io.hbasesearch.lucene.facets.FacetBudget;
import io.hbasesearch.lucene.facets.Facets;
import io.hbasesearch.lucene.facets.SortableIndex;
import io.hbasesearch.lucene.query.QueryTranslator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.ExitableDirectoryReader;
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
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopFieldCollectorManager;
import org.apache.lucene.search.TotalHitCountCollectorManager;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.util.BytesRef;

/** Runs one search request on one view of the index. For one thread, once. */
final class Search {
    /** Matches are counted up to this number; beyond, the best hits are found without counting. */
    private static final int EXACT_TOTAL = 10_000;

    private final IndexReader reader;
    private final IndexSearcher searcher;
    private final IndexDefinition definition;
    private final QueryTranslator translator;
    private final SearchRequest request;
    private final Query query;
    private final int size;
    private final Optional<NamedCells> cells;
    private final QueryTimeout timeout;

    /** True if time ran out before the first document. */
    private boolean ended;

    /** @param timeout ends the search, with a partial result */
    Search(
            DirectoryReader reader,
            IndexDefinition definition,
            QueryTranslator translator,
            SearchRequest request,
            QueryTimeout timeout)
            throws IOException {
        this.reader = reader;
        this.searcher = TimedTerms.searcher(reader, timeout);
        this.definition = definition;
        this.translator = translator;
        this.request = request;
        this.query = withoutStubs(translator, request);
        this.cells = translator.findsCells()
                ? Optional.of(new NamedCells(new IndexSearcher(reader), translator, request.named()))
                : Optional.empty();
        this.size = Math.min(request.size(), reader.maxDoc());
        this.timeout = timeout;
    }

    private static Query withoutStubs(QueryTranslator translator, SearchRequest request) {
        BooleanQuery.Builder all = new BooleanQuery.Builder();
        boolean scores = request.isSortedByScore() && request.size() > 0;
        all.add(
                scores ? translator.scored(request.query(), request.scoring()) : translator.translate(request.query()),
                Occur.MUST);
        request.filters().forEach(filter -> all.add(translator.translate(filter), Occur.FILTER));
        request.ids()
                .ifPresent(ids -> all.add(
                        new TermInSetQuery(
                                IndexFields.ID, ids.stream().map(BytesRef::new).toList()),
                        Occur.FILTER));
        all.add(new TermQuery(new Term(IndexFields.STUB, IndexFields.DELETED)), Occur.MUST_NOT);
        all.add(new TermQuery(new Term(IndexFields.STUB, IndexFields.FAILED)), Occur.MUST_NOT);
        return all.build();
    }

    /** @throws HBaseSearchException QUERY_INVALID if it has more clauses than Lucene's limit */
    SearchResult run() throws IOException {
        try {
            return search();
        } catch (ExitableDirectoryReader.ExitingReaderException e) {
            ended = true;
            return result(0, false, List.of());
        } catch (IndexSearcher.TooManyClauses e) {
            throw new HBaseSearchException(
                    ErrorCode.QUERY_INVALID,
                    "The query expands to more than " + IndexSearcher.getMaxClauseCount() + " terms",
                    "Search for fewer words, or name the field of each.",
                    e);
        } catch (UncheckedIOException e) {
            // RowOrder reads ids where Lucene's interface allows no IOException.
            throw e.getCause();
        }
    }

    private SearchResult search() throws IOException {
        if (size == 0) {
            int count = searcher.search(query, new TotalHitCountCollectorManager());
            return result(count, true, List.of());
        }
        boolean backwards = request.place().map(PagePlace::before).orElse(false);
        SortFields sort = new SortFields(request.sort(), definition, backwards);
        for (String field : sort.textFields()) {
            SortableIndex.require(reader, definition.name(), field);
        }
        FieldDoc after =
                request.place().map(place -> sort.place(place.values())).orElse(null);
        TopDocs top = searcher.search(query, new TopFieldCollectorManager(sort.sort(), size, after, EXACT_TOTAL));
        List<SearchResult.Hit> hits = hits(top, sort);
        if (backwards) {
            Collections.reverse(hits);
        }
        return result(top.totalHits.value, top.totalHits.relation == TotalHits.Relation.EQUAL_TO, hits);
    }

    private SearchResult result(long total, boolean exact, List<SearchResult.Hit> hits) throws IOException {
        boolean backwards = request.place().map(PagePlace::before).orElse(false);
        Optional<SortValues> last = hits.isEmpty()
                ? Optional.empty()
                : Optional.of(hits.get(backwards ? 0 : hits.size() - 1).sortValues());
        boolean timedOut = ended || searcher.timedOut();
        SearchResult.Count count = new SearchResult.Count(total, exact && !timedOut);
        return new SearchResult(count, timedOut, 0, hits, SearchResult.State.NEWEST, facets(), last);
    }

    /** Counts facets after the hits, in the remaining time; a facet that runs out of time reports that itself. */
    private Map<String, FacetResult> facets() throws IOException {
        return request.facets().isEmpty()
                ? Map.of()
                : new Facets(searcher, definition, translator, query, new FacetBudget(timeout)).count(request.facets());
    }

    private List<SearchResult.Hit> hits(TopDocs top, SortFields sort) throws IOException {
        StoredDocuments stored = new StoredDocuments(reader);
        List<SearchResult.Hit> hits = new ArrayList<>(top.scoreDocs.length);
        for (ScoreDoc scored : top.scoreDocs) {
            FieldDoc hit = (FieldDoc) scored;
            DocumentId id = new DocumentId(sort.id(hit));
            SearchResult.Hit found =
                    new SearchResult.Hit(stored.row(hit.doc, id), version(hit.doc), sort.score(hit), sort.values(hit));
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
