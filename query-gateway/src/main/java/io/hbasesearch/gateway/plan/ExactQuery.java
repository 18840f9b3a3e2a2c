/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.plan;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.GeoPoint;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.GeoDistances;
import io.hbasesearch.core.query.Query;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether documents match a query in which nothing is analysed. The query is prepared once: its values are converted, and
 * those that clauses require are put into a hash table, so that a document takes as long with a thousand of them as with one.
 * Immutable. Safe for use by several threads.
 */
final class ExactQuery implements Predicate<Document> {
    private final Condition condition;
    private final int fields;

    private ExactQuery(Condition condition, int fields) {
        this.condition = condition;
        this.fields = fields;
    }

    /** @param all queries, each of which a document must match; a clause that needs an analyzer matches nothing */
    static ExactQuery of(List<Query> all, IndexDefinition definition) {
        Compiler compiler = new Compiler(definition);
        Clauses clauses = compiler.clauses(all);
        return new ExactQuery(clauses::holdAll, compiler.fields.size());
    }

    @Override
    public boolean test(Document document) {
        return condition.holds(new DocumentValues(document, fields));
    }

    @FunctionalInterface
    private interface Condition {
        boolean holds(DocumentValues document);
    }

    /** @param number position among the fields that the query names, from 0 */
    private record Field(String name, FieldType type, int number) {}

    /** Holds the values of one document and converts each field's values once. For one thread. */
    private static final class DocumentValues {
        private final Document document;
        private final @Nullable List<ExactValue>[] converted;

        @SuppressWarnings("unchecked") // Java cannot create an array of lists otherwise
        DocumentValues(Document document, int fields) {
            this.document = document;
            this.converted = new List[fields];
        }

        List<?> raw(String field) {
            Object value = document.fields().get(field);
            if (value == null) {
                return List.of();
            }
            return value instanceof List<?> several ? several : List.of(value);
        }

        List<ExactValue> of(Field field) {
            List<ExactValue> known = converted[field.number()];
            if (known == null) {
                known = raw(field.name()).stream()
                        .map(value -> ExactValue.of(field.type(), String.valueOf(value)))
                        .toList();
                converted[field.number()] = known;
            }
            return known;
        }
    }

    /** @param size number of clauses of both kinds; repeated ones count each time */
    private record Clauses(SameValues same, List<Condition> others, int size) {
        boolean holdAll(DocumentValues document) {
            return same.matching(document) == same.size() && others.stream().allMatch(each -> each.holds(document));
        }

        boolean holdNone(DocumentValues document) {
            return same.matching(document) == 0 && others.stream().noneMatch(each -> each.holds(document));
        }

        boolean hold(int minimum, DocumentValues document) {
            int matching = same.matching(document);
            for (int i = 0; matching < minimum && i < others.size(); i++) {
                matching += others.get(i).holds(document) ? 1 : 0;
            }
            return matching >= minimum;
        }
    }

    /** Holds clauses that each require one value in one of their fields. Finds them by the values of a document. */
    private static final class SameValues {
        private final Map<Field, Map<ExactValue, BitSet>> clauses = new LinkedHashMap<>();
        private final List<Integer> times = new ArrayList<>();
        private int size;

        /** @param count number of times that the clause occurs */
        void add(List<Field> fields, String text, int count) {
            for (Field field : fields) {
                clauses.computeIfAbsent(field, none -> new HashMap<>())
                        .computeIfAbsent(ExactValue.of(field.type(), text), none -> new BitSet())
                        .set(times.size());
            }
            times.add(count);
            size += count;
        }

        int size() {
            return size;
        }

        int matching(DocumentValues document) {
            if (size == 0) {
                return 0;
            }
            BitSet matching = new BitSet();
            clauses.forEach((field, byValue) -> {
                for (ExactValue value : document.of(field)) {
                    BitSet found = byValue.get(value);
                    if (found != null) {
                        matching.or(found);
                    }
                }
            });
            return matching.stream().map(times::get).sum();
        }
    }

    /** Compiles one query. For one thread. */
    private static final class Compiler {
        private final IndexDefinition definition;
        private final Map<String, Field> fields = new HashMap<>();

        Compiler(IndexDefinition definition) {
            this.definition = definition;
        }

        /** A word or a phrase: both must equal a whole value. */
        private record Wanted(List<String> fields, String text) {}

        Clauses clauses(List<Query> queries) {
            Map<Wanted, Integer> wanted = new LinkedHashMap<>();
            List<Condition> others = new ArrayList<>();
            for (Query query : queries) {
                if (query instanceof Query.Word word) {
                    wanted.merge(new Wanted(word.fields(), word.text()), 1, Integer::sum);
                } else if (query instanceof Query.Phrase phrase) {
                    wanted.merge(new Wanted(phrase.fields(), phrase.text()), 1, Integer::sum);
                } else {
                    others.add(other(query));
                }
            }
            SameValues same = new SameValues();
            wanted.forEach((each, count) -> same.add(exact(each.fields()), each.text(), count));
            return new Clauses(same, others, queries.size());
        }

        private Condition other(Query query) {
            if (query instanceof Query.Bool bool) {
                return bool(bool);
            }
            if (query instanceof Query.Prefix prefix) {
                return document -> has(prefix.fields(), document, value -> value.startsWith(prefix.text()));
            }
            if (query instanceof Query.Suffix suffix) {
                return document -> has(suffix.fields(), document, value -> value.endsWith(suffix.text()));
            }
            if (query instanceof Query.Exists exists) {
                return document -> !document.raw(exists.field()).isEmpty();
            }
            if (query instanceof Query.Range range) {
                return range(range);
            }
            if (query instanceof Query.GeoDistance distance) {
                return document -> has(
                        List.of(distance.field()),
                        document,
                        value -> GeoDistances.matches(distance, GeoPoint.parse(value)));
            }
            if (query instanceof Query.GeoBox box) {
                return document ->
                        has(List.of(box.field()), document, value -> GeoDistances.matches(box, GeoPoint.parse(value)));
            }
            boolean isAll = query instanceof Query.MatchAll;
            return document -> isAll;
        }

        private static boolean has(List<String> fields, DocumentValues document, Predicate<String> wanted) {
            for (String field : fields) {
                for (Object value : document.raw(field)) {
                    if (wanted.test(String.valueOf(value))) {
                        return true;
                    }
                }
            }
            return false;
        }

        private Condition bool(Query.Bool bool) {
            Clauses must = clauses(bool.must());
            Clauses filter = clauses(bool.filter());
            Clauses mustNot = clauses(bool.mustNot());
            Clauses should = clauses(bool.should());
            int minimum = bool.minimum();
            boolean requires = must.size() + filter.size() + should.size() > 0;
            return document -> requires
                    && must.holdAll(document)
                    && filter.holdAll(document)
                    && mustNot.holdNone(document)
                    && (minimum == 0 || should.hold(minimum, document));
        }

        private Condition range(Query.Range range) {
            List<Field> field = exact(List.of(range.field()));
            if (field.isEmpty()) {
                return document -> false;
            }
            Field of = field.get(0);
            ExactValue lower = range.lower() == null ? null : ExactValue.of(of.type(), range.lower());
            ExactValue upper = range.upper() == null ? null : ExactValue.of(of.type(), range.upper());
            int above = range.lowerInclusive() ? 0 : 1;
            int below = range.upperInclusive() ? 0 : -1;
            return document -> document.of(of).stream()
                    .anyMatch(value -> (lower == null || value.order(lower) >= above)
                            && (upper == null || value.order(upper) <= below));
        }

        /** Returns the fields that have comparable values. Analysed fields and those with parts match no value. */
        private List<Field> exact(List<String> names) {
            List<Field> exact = new ArrayList<>();
            for (String name : names) {
                definition
                        .field(name)
                        .map(FieldMapping::type)
                        .filter(type -> type != FieldType.TEXT && type != FieldType.JSON)
                        .map(type -> fields.computeIfAbsent(name, none -> new Field(name, type, fields.size())))
                        .ifPresent(exact::add);
            }
            return exact;
        }
    }
}
