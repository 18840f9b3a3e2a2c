/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.search;

import co.elastic.clients.elasticsearch._types.query_dsl.DecayFunction;
import co.elastic.clients.elasticsearch._types.query_dsl.FieldValueFactorModifier;
import co.elastic.clients.elasticsearch._types.query_dsl.FunctionBoostMode;
import co.elastic.clients.elasticsearch._types.query_dsl.FunctionScore;
import co.elastic.clients.elasticsearch._types.query_dsl.FunctionScoreMode;
import co.elastic.clients.elasticsearch._types.query_dsl.MultiValueMode;
import co.elastic.clients.elasticsearch._types.query_dsl.Query;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.ScoreFunction;
import io.hbasesearch.core.definition.value.Scoring;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Translates score functions into Elasticsearch's, without scripts. Stateless. */
final class FieldScores {
    /** The form of dates in the mapping. */
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private static final double HALF = 0.5;

    /**
     * The distance from zero at which the falling line begins, in units of {@code at}. Its values have errors of 1e-7 of {@code at}, as
     * scores have. In a row with several numbers, of which one exceeds twice this, the function of a lesser one is 0.
     */
    private static final double FAR = 1e9;

    private FieldScores() {}

    /** Multiplies the scores of a query by 1 + the sum of the functions. */
    static Query multiplied(Query query, Scoring.At scoring, IndexDefinition definition) {
        if (scoring.scoring().functions().isEmpty()) {
            return query;
        }
        List<FunctionScore> functions = new ArrayList<>(List.of(FunctionScore.of(f -> f.weight(1.0))));
        for (ScoreFunction function : scoring.scoring().functions()) {
            if (function instanceof ScoreFunction.Recency recency) {
                functions.add(recency(recency, scoring.now()));
            } else if (function instanceof ScoreFunction.Logarithm logarithm) {
                functions.add(logarithm(logarithm));
            } else if (function instanceof ScoreFunction.Saturation saturation) {
                addSaturation(saturation, definition, functions);
            }
        }
        return Query.of(q -> q.functionScore(f -> f.query(query)
                .functions(functions)
                .scoreMode(FunctionScoreMode.Sum)
                .boostMode(FunctionBoostMode.Multiply)));
    }

    private static FunctionScore recency(ScoreFunction.Recency recency, Instant now) {
        DecayFunction decay = DecayFunction.of(d -> d.date(date -> date.field(recency.field())
                .multiValueMode(MultiValueMode.Min)
                .placement(p -> p.origin(DATE.format(now))
                        .scale(SearchRequests.time(recency.halfLife()))
                        .decay(HALF))));
        return FunctionScore.of(
                f -> f.filter(exists(recency.field())).exp(decay).weight((double) recency.weight()));
    }

    private static FunctionScore logarithm(ScoreFunction.Logarithm logarithm) {
        return FunctionScore.of(f -> f.filter(positive(logarithm.field()))
                .fieldValueFactor(value -> value.field(logarithm.field())
                        .factor(1 / logarithm.pivot())
                        .modifier(FieldValueFactorModifier.Ln1p))
                .weight((double) logarithm.weight()));
    }

    /** Adds 1 from {@code at} on, and below a line that falls from a far origin to 0 at zero. */
    private static void addSaturation(
            ScoreFunction.Saturation saturation, IndexDefinition definition, List<FunctionScore> functions) {
        String field = saturation.field();
        double at = saturation.at();
        DecayFunction rising = DecayFunction.of(d -> d.numeric(
                number -> number.field(field).multiValueMode(MultiValueMode.Max).placement(p -> p.origin(at + FAR * at)
                        .offset(FAR * at)
                        .scale(at * HALF)
                        .decay(HALF))));
        double weight = saturation.weight();
        boolean neverReached =
                at > Integer.MAX_VALUE && definition.field(field).orElseThrow().type() == FieldType.INT;
        if (neverReached) {
            functions.add(FunctionScore.of(
                    f -> f.filter(positive(field)).linear(rising).weight(weight)));
            return;
        }
        Query below = Query.of(q -> q.range(r -> r.number(n -> n.field(field).lt(at))));
        functions.add(FunctionScore.of(
                f -> f.filter(q -> q.bool(b -> b.filter(exists(field)).mustNot(below)))
                        .weight(weight)));
        functions.add(FunctionScore.of(f -> f.filter(q -> q.bool(b -> b.filter(positive(field), below)))
                .linear(rising)
                .weight(weight)));
    }

    private static Query exists(String field) {
        return Query.of(q -> q.exists(e -> e.field(field)));
    }

    /** Matches rows whose numbers are all positive. */
    private static Query positive(String field) {
        Query others = Query.of(q -> q.range(r -> r.number(n -> n.field(field).lte(0.0))));
        return Query.of(q -> q.bool(b -> b.filter(exists(field)).mustNot(others)));
    }
}
