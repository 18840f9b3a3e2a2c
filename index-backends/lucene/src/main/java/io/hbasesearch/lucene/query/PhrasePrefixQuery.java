/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.query;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MultiPhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;
import org.jspecify.annotations.Nullable;

/**
 * Matches a phrase whose last word is a prefix, as Elasticsearch's {@code match_phrase_prefix} does. An analyzer that splits Chinese into
 * pairs of characters turns most prefixes into such phrases. Immutable.
 */
final class PhrasePrefixQuery extends Query {
    private final MultiPhraseQuery phrase;
    private final Term prefix;

    /**
     * @param phrase of whole words
     * @param prefix of other words that may stand at its last position
     */
    PhrasePrefixQuery(MultiPhraseQuery phrase, Term prefix) {
        this.phrase = Objects.requireNonNull(phrase, "phrase");
        this.prefix = Objects.requireNonNull(prefix, "prefix");
    }

    @Override
    public Query rewrite(IndexSearcher searcher) throws IOException {
        Term[][] words = phrase.getTermArrays();
        int[] positions = phrase.getPositions();
        Set<Term> ends = new LinkedHashSet<>(List.of(words[words.length - 1]));
        addTerms(MultiTerms.getTerms(searcher.getIndexReader(), prefix.field()), prefix, ends);
        MultiPhraseQuery.Builder whole = new MultiPhraseQuery.Builder();
        for (int i = 0; i < words.length - 1; i++) {
            whole.add(words[i], positions[i]);
        }
        return whole.add(ends.toArray(Term[]::new), positions[words.length - 1]).build();
    }

    private static void addTerms(@Nullable Terms terms, Term beginning, Set<Term> found) throws IOException {
        if (terms == null) {
            return;
        }
        TermsEnum each = terms.iterator();
        boolean more = each.seekCeil(beginning.bytes()) != TermsEnum.SeekStatus.END;
        int most = found.size() + io.hbasesearch.core.query.Query.Prefix.MAX_COMPLETIONS;
        while (more && found.size() < most && StringHelper.startsWith(each.term(), beginning.bytes())) {
            found.add(new Term(beginning.field(), BytesRef.deepCopyOf(each.term())));
            more = each.next() != null;
        }
    }

    @Override
    public void visit(QueryVisitor visitor) {
        Term[][] words = phrase.getTermArrays();
        if (visitor.acceptField(words[0][0].field())) {
            for (Term[] each : words) {
                visitor.consumeTerms(this, each);
            }
            new PrefixQuery(prefix).visit(visitor);
        }
    }

    @Override
    public String toString(String field) {
        return phrase.toString(field) + " or " + prefix + "*";
    }

    @Override
    public boolean equals(Object other) {
        return sameClassAs(other)
                && phrase.equals(((PhrasePrefixQuery) other).phrase)
                && prefix.equals(((PhrasePrefixQuery) other).prefix);
    }

    @Override
    public int hashCode() {
        return Objects.hash(classHash(), phrase, prefix);
    }
}
