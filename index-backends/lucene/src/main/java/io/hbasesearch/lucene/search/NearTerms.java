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
import org.apache.lucene.search.BoostAttribute;
import org.apache.lucene.search.FuzzyTermsEnum;
import org.apache.lucene.util.BytesRef;

/** Finds terms that are spelled almost like a word, as Elasticsearch's term suggester does. For one view; stateless otherwise. */
record NearTerms(IndexReader reader, Analyzer analyzer) {
    /** Returns terms of one field; none if the analyzer finds several words or none, or if enough documents have the word. */
    List<NearWord> of(String field, String word) throws IOException {
        Optional<Term> sought = onlyTerm(field, word);
        Terms terms = MultiTerms.getTerms(reader, field);
        if (terms == null
                || sought.isEmpty()
                || sought.get().text().codePointCount(0, sought.get().text().length()) < NearWord.MIN_LENGTH
                || reader.docFreq(sought.get()) >= NearWord.KNOWN_FROM) {
            return List.of();
        }
        FuzzyTermsEnum near =
                new FuzzyTermsEnum(terms, sought.get(), NearWord.MAX_EDITS, NearWord.SAME_BEGINNING, true);
        BoostAttribute similarity = near.attributes().addAttribute(BoostAttribute.class);
        List<NearWord> found = new ArrayList<>();
        for (BytesRef term = near.next(); term != null; term = near.next()) {
            if (!term.equals(sought.get().bytes())) {
                found.add(new NearWord(term.utf8ToString(), similarity.getBoost(), near.docFreq()));
            }
        }
        return NearWord.best(found.stream());
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
}
