/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.text.CanonicalNumber;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Extends a query on JSON fields with the form in which earlier versions indexed numbers: as Java prints a double. This is for an
 * index that such a version created and that was not rebuilt yet, which has documents of both forms. Numbers that are not doubles are
 * found there only as they were written. Stateless.
 */
public final class FormerNumbers {
    private FormerNumbers() {}

    public static Query added(Query query, IndexDefinition definition) {
        if (query instanceof Query.Word word) {
            return former(word, definition)
                    .<Query>map(former ->
                            new Query.Bool(List.of(), List.of(word, new Query.Word(word.fields(), former)), List.of()))
                    .orElse(word);
        }
        if (query instanceof Query.InCells cells) {
            return new Query.InCells(added(cells.query(), definition));
        }
        if (query instanceof Query.Boost boost) {
            return Query.boosted(added(boost.query(), definition), boost.factor());
        }
        return query instanceof Query.Bool bool
                ? new Query.Bool(
                        added(bool.must(), definition),
                        added(bool.should(), definition),
                        added(bool.mustNot(), definition),
                        added(bool.filter(), definition),
                        bool.minimum(),
                        bool.isOneText())
                : query;
    }

    private static List<Query> added(List<Query> clauses, IndexDefinition definition) {
        List<Query> all = new ArrayList<>();
        clauses.forEach(clause -> all.add(added(clause, definition)));
        return all;
    }

    private static Optional<String> former(Query.Word word, IndexDefinition definition) {
        boolean isJson = word.fields().size() == 1
                && definition
                        .field(beginning(word.fields().get(0)))
                        .filter(field -> field.type() == FieldType.JSON)
                        .isPresent();
        return isJson
                ? CanonicalNumber.parse(word.text())
                        .map(number -> Double.toString(number.doubleValue()))
                        .filter(former -> !former.equals(word.text()))
                : Optional.empty();
    }

    private static String beginning(String field) {
        int dot = field.indexOf('.');
        return dot < 0 ? field : field.substring(0, dot);
    }
}
