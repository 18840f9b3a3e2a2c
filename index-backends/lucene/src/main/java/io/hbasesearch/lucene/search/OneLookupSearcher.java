/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.search;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TermStates;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.Weight;

/**
 * Looks up each term of a query once, though several clauses score it: the word itself, all words in one field, the whole value. The look-up is
 * half of the time of a search for rare words. For one search by one thread.
 */
final class OneLookupSearcher extends IndexSearcher {
    private final Map<Term, TermStates> known = new HashMap<>();

    OneLookupSearcher(IndexReader reader) {
        super(reader);
    }

    @Override
    public Weight createWeight(Query query, ScoreMode mode, float boost) throws IOException {
        // The terms of an expanded pattern come with statistics of their own.
        boolean isPlain = query instanceof TermQuery term && term.getTermStates() == null;
        return isPlain && mode.needsScores()
                ? super.createWeight(withStates(((TermQuery) query).getTerm()), mode, boost)
                : super.createWeight(query, mode, boost);
    }

    private TermQuery withStates(Term term) throws IOException {
        TermStates states = known.get(term);
        if (states == null) {
            states = TermStates.build(this, term, true);
            known.put(term, states);
        }
        return new TermQuery(term, states);
    }
}
