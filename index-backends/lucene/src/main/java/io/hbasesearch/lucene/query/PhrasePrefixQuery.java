/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.query;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.MultiPhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;
import org.jspecify.annotations.Nullable;

/**
 * Matches a phrase whose last word is the beginning of one, as Elasticsearch's {@code match_phrase_prefix} does. An analyzer that splits
 * Chinese into pairs of characters makes such a phrase of most beginnings. Immutable.
 */
final class PhrasePrefixQuery extends Query {
    /** The most terms that the last word may stand for, in the order of terms; the same as in Elasticsearch's query. */
    static final int MAX_EXPANSIONS = 256;

    private final MultiPhraseQuery phrase;

    /** @param phrase whose words at the last position are beginnings */
    PhrasePrefixQuery(MultiPhraseQuery phrase) {
        this.phrase = Objects.requireNonNull(phrase, "phrase");
    }

    @Override
    public Query rewrite(IndexSearcher searcher) throws IOException {
        Term[][] words = phrase.getTermArrays();
        int[] positions = phrase.getPositions();
        List<Term> ends = new ArrayList<>();
        for (Term beginning : words[words.length - 1]) {
            addTerms(MultiTerms.getTerms(searcher.getIndexReader(), beginning.field()), beginning, ends);
        }
        if (ends.isEmpty()) {
            return new MatchNoDocsQuery("no term begins with " + Arrays.toString(words[words.length - 1]));
        }
        MultiPhraseQuery.Builder whole = new MultiPhraseQuery.Builder();
        for (int i = 0; i < words.length - 1; i++) {
            whole.add(words[i], positions[i]);
        }
        return whole.add(ends.toArray(Term[]::new), positions[words.length - 1]).build();
    }

    private static void addTerms(@Nullable Terms terms, Term beginning, List<Term> found) throws IOException {
        if (terms == null) {
            return;
        }
        TermsEnum each = terms.iterator();
        boolean more = each.seekCeil(beginning.bytes()) != TermsEnum.SeekStatus.END;
        while (more && found.size() < MAX_EXPANSIONS && StringHelper.startsWith(each.term(), beginning.bytes())) {
            found.add(new Term(beginning.field(), BytesRef.deepCopyOf(each.term())));
            more = each.next() != null;
        }
    }

    @Override
    public void visit(QueryVisitor visitor) {
        Term[][] words = phrase.getTermArrays();
        if (visitor.acceptField(words[0][0].field())) {
            for (int i = 0; i < words.length - 1; i++) {
                visitor.consumeTerms(this, words[i]);
            }
            for (Term beginning : words[words.length - 1]) {
                new PrefixQuery(beginning).visit(visitor);
            }
        }
    }

    @Override
    public String toString(String field) {
        return phrase.toString(field) + "*";
    }

    @Override
    public boolean equals(Object other) {
        return sameClassAs(other) && phrase.equals(((PhrasePrefixQuery) other).phrase);
    }

    @Override
    public int hashCode() {
        return 31 * classHash() + phrase.hashCode();
    }
}
