/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.run;

import static io.hbasesearch.indexer.reindex.run.ReindexJson.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.UUID;

/** Reads and writes the JSON form of generation changes, which runs and requests in the log contain. Stateless. */
final class ChangeJson {
    private ChangeJson() {}

    static ObjectNode write(ChangePlan plan) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("kind", plan.kind().name())
                .put("keep_old", plan.keepOld())
                .put("accept_fewer", plan.acceptFewer())
                .put("verification", plan.verification().name())
                .put("definition", plan.definition())
                .put("definition_hash", plan.definitionHash());
    }

    static ObjectNode write(GenerationChange change) {
        ObjectNode json = write(change.plan()).put("phase", change.phase().name());
        change.target().ifPresent(target -> json.put("target", target.toString()));
        return json;
    }

    static ChangePlan plan(JsonNode json) {
        return new ChangePlan(
                ChangePlan.Kind.valueOf(text(json, "kind")),
                json.path("keep_old").asBoolean(),
                json.path("accept_fewer").asBoolean(),
                Verification.valueOf(text(json, "verification")),
                text(json, "definition"),
                text(json, "definition_hash"));
    }

    static GenerationChange change(JsonNode json) {
        return new GenerationChange(
                plan(json),
                GenerationChange.Phase.valueOf(text(json, "phase")),
                Optional.ofNullable(json.get("target")).map(target -> UUID.fromString(target.asText())));
    }
}
