/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.search;

import io.hbasesearch.core.query.NearWord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.BoostAttribute;
import org.apache.lucene.search.FuzzyQuery;
import org.apache.lucene.util.AttributeSource;
import org.apache.lucene.util.BytesRef;

/** Finds terms that are spelled almost like a word, as Elasticsearch's term suggester does. For one view; stateless otherwise. */
record NearTerms(IndexReader reader, Analyzer analyzer) {
    /** The fewest characters of a word that may differ by two edits: {@link NearWord#best} drops such words of fewer. */
    private static final int TWO_EDITS_FROM = 6;

    /**
     * Returns terms of fields. None of a field whose analyzer finds several words or none, and none at all if enough documents have the word
     * in a field.
     */
    List<NearWord> of(List<String> fields, String word) throws IOException {
        List<Term> sought = new ArrayList<>();
        for (String field : fields) {
            onlyTerm(field, word)
                    .filter(term -> letters(term) >= NearWord.MIN_LENGTH)
                    .ifPresent(sought::add);
        }
        // Before any near word is looked for, which costs a hundred times as much.
        for (Term term : sought) {
            if (reader.docFreq(term) >= NearWord.KNOWN_FROM) {
                return List.of();
            }
        }
        List<NearWord> found = new ArrayList<>();
        Optional<Near> near = Optional.empty();
        for (Term term : sought) {
            // Fields whose analyzers leave the same text share its automaton.
            if (near.filter(each -> each.text.equals(term.text())).isEmpty()) {
                near = Optional.of(new Near(term));
            }
            Terms terms = MultiTerms.getTerms(reader, term.field());
            if (terms != null) {
                near.orElseThrow().addTo(found, terms);
            }
        }
        return found;
    }

    private static int letters(Term term) {
        return term.text().codePointCount(0, term.text().length());
    }

    private Optional<Term> onlyTerm(String field, String word) throws IOException {
        List<Term> terms = new ArrayList<>();
        try (TokenStream tokens = analyzer.tokenStream(field, word)) {
            CharTermAttribute text = tokens.addAttribute(CharTermAttribute.class);
            tokens.reset();
            while (tokens.incrementToken()) {
                terms.add(new Term(field, text.toString()));
            }
            tokens.end();
        }
        return terms.size() == 1 ? Optional.of(terms.get(0)) : Optional.empty();
    }

    /** Enumerates terms near a text in several fields, with one automaton. */
    private static final class Near extends FuzzyQuery {
        private final String text;
        private final AttributeSource shared = new AttributeSource();

        Near(Term term) {
            super(
                    term,
                    letters(term) < TWO_EDITS_FROM ? 1 : NearWord.MAX_EDITS,
                    NearWord.SAME_BEGINNING,
                    defaultMaxExpansions,
                    true);
            this.text = term.text();
        }

        void addTo(List<NearWord> found, Terms terms) throws IOException {
            TermsEnum near = getTermsEnum(terms, shared);
            BoostAttribute similarity = near.attributes().addAttribute(BoostAttribute.class);
            for (BytesRef term = near.next(); term != null; term = near.next()) {
                String spelled = term.utf8ToString();
                if (!spelled.equals(text)) {
                    found.add(new NearWord(spelled, similarity.getBoost(), near.docFreq()));
                }
            }
        }
    }
}
