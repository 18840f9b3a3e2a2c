/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.ScoringParser;
import io.hbasesearch.core.definition.value.ScoreFunction;
import io.hbasesearch.core.definition.value.Scoring;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.gateway.http.Fault;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The ranking as a caller wrote it. What it does not have is that of the definition. Immutable.
 *
 * @param body a missing node if the request has none
 */
public record RankingInput(JsonNode body) {
    static final String PARAMETER = "ranking";

    private static final List<String> MEMBERS = List.of(Scoring.TIE, Scoring.FUNCTIONS);

    /** @throws ProblemException 400 that points at what does not fit this index, with every fault */
    public Scoring read(IndexDefinition definition) {
        List<Fault> faults = new ArrayList<>();
        body.fieldNames().forEachRemaining(name -> {
            if (!MEMBERS.contains(name)) {
                faults.add(Fault.at(
                        pointer(Fault.escape(name)), "unknown member '" + name + "'", NameHints.hint(name, MEMBERS)));
            }
        });
        Optional<Float> tie = tie(faults);
        Optional<List<ScoreFunction>> functions = functions(definition, faults);
        if (!faults.isEmpty()) {
            throw new ProblemException(ProblemDocument.badRequest(ErrorCode.QUERY_INVALID, faults));
        }
        return definition.options().ranking().with(tie, functions);
    }

    private Optional<Float> tie(List<Fault> faults) {
        JsonNode tie = body.path(Scoring.TIE);
        if (tie.isMissingNode()) {
            return Optional.empty();
        }
        if (tie.isNumber() && Scoring.isTie(tie.doubleValue())) {
            return Optional.of(tie.floatValue());
        }
        faults.add(Fault.at(pointer(Scoring.TIE), "'tie' must be " + Scoring.TIE_FORM, null));
        return Optional.empty();
    }

    private Optional<List<ScoreFunction>> functions(IndexDefinition definition, List<Fault> faults) {
        JsonNode functions = body.path(Scoring.FUNCTIONS);
        if (functions.isMissingNode()) {
            return Optional.empty();
        }
        ScoringParser parser = new ScoringParser(
                definition.fields(),
                List.of(),
                (at, detail, hint) -> faults.add(Fault.at(
                        pointer(Scoring.FUNCTIONS) + at,
                        detail.startsWith("must") || detail.startsWith("has") ? "this " + detail : detail,
                        hint)));
        return Optional.of(parser.functions(PlainJson.of(functions)));
    }

    private static String pointer(String member) {
        return "/" + PARAMETER + "/" + member;
    }

    /** Returns a form that is equal for equal rankings; empty if the request has none. */
    public Optional<String> canonical() {
        return body.isMissingNode() ? Optional.empty() : Optional.of(body.toString());
    }
}
