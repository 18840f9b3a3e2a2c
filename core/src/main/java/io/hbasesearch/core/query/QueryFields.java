/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Collects the fields that a query searches. */
public final class QueryFields {
    private QueryFields() {}

    public static Set<String> of(Query query) {
        Set<String> fields = new TreeSet<>();
        collect(query, fields);
        return fields;
    }

    private static void collect(Query query, Set<String> fields) {
        if (query instanceof Query.Bool bool) {
            for (List<Query> clauses : List.of(bool.must(), bool.should(), bool.mustNot(), bool.filter())) {
                clauses.forEach(clause -> collect(clause, fields));
            }
        } else if (query instanceof Query.Boost boost) {
            collect(boost.query(), fields);
        } else if (query instanceof Query.Word word) {
            fields.addAll(word.fields());
        } else if (query instanceof Query.Phrase phrase) {
            fields.addAll(phrase.fields());
        } else if (query instanceof Query.Prefix prefix) {
            fields.addAll(prefix.fields());
        } else if (query instanceof Query.Suffix suffix) {
            fields.addAll(suffix.fields());
        } else if (query instanceof Query.Fuzzy fuzzy) {
            fields.addAll(fuzzy.fields());
        } else if (query instanceof Query.Wildcard wildcard) {
            fields.addAll(wildcard.fields());
        } else if (query instanceof Query.Regexp regexp) {
            fields.addAll(regexp.fields());
        } else if (query instanceof Query.Exists exists) {
            fields.add(exists.field());
        } else if (query instanceof Query.Range range) {
            fields.add(range.field());
        } else if (query instanceof Query.GeoDistance distance) {
            fields.add(distance.field());
        } else if (query instanceof Query.GeoBox box) {
            fields.add(box.field());
        }
    }
}
