/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.search;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.automaton.ByteRunAutomaton;

/** Knows the terms and patterns of each field that a query searches for, except those that it excludes. For use by one thread at a time. */
final class SoughtTerms {
    private final Map<String, Set<BytesRef>> terms = new HashMap<>();
    private final Map<String, List<ByteRunAutomaton>> patterns = new HashMap<>();
    private final Set<String> fields = new HashSet<>();

    private SoughtTerms() {}

    static SoughtTerms of(Query query) {
        SoughtTerms sought = new SoughtTerms();
        query.visit(sought.new Collector());
        return sought;
    }

    boolean hasField(String field) {
        return fields.contains(field);
    }

    /** Tells if a value of a keyword field is one that the query searches for. */
    boolean mayBe(String field, String value) {
        BytesRef bytes = new BytesRef(value);
        return terms.getOrDefault(field, Set.of()).contains(bytes)
                || patterns.getOrDefault(field, List.of()).stream()
                        .anyMatch(pattern -> pattern.run(bytes.bytes, bytes.offset, bytes.length));
    }

    private final class Collector extends QueryVisitor {
        @Override
        public boolean acceptField(String field) {
            fields.add(field);
            return true;
        }

        @Override
        public void consumeTerms(Query query, Term... found) {
            for (Term term : found) {
                terms.computeIfAbsent(term.field(), field -> new HashSet<>()).add(term.bytes());
            }
        }

        @Override
        public void consumeTermsMatching(Query query, String field, Supplier<ByteRunAutomaton> pattern) {
            patterns.computeIfAbsent(field, name -> new ArrayList<>()).add(pattern.get());
        }
    }
}
