/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.indexer.reindex.MarkerPositions;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;

/** Reads and writes the JSON form of marker positions in the log. Stateless. */
final class MarkerHistoryJson {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private MarkerHistoryJson() {}

    static ArrayNode write(MarkerHistory marks) {
        ArrayNode json = MAPPER.createArrayNode();
        marks.generations()
                .forEach((generation, marked) -> json.add(write(marked).put("generation", generation.toString())));
        return json;
    }

    /** Returns an empty history where none was recorded. */
    static MarkerHistory marks(JsonNode json) {
        Map<UUID, MarkerPositions> generations = new LinkedHashMap<>();
        json.forEach(mark -> generations.put(UUID.fromString(ReindexJson.text(mark, "generation")), marked(mark)));
        return new MarkerHistory(generations);
    }

    static ObjectNode write(MarkerPositions marked) {
        ObjectNode json = MAPPER.createObjectNode().put("epoch", marked.epoch());
        ArrayNode positions = json.putArray("positions");
        marked.positions()
                .forEach((partition, position) -> put(
                        positions.addObject().put("partition", partition).put("next_offset", position.nextOffset()),
                        position.leaderEpoch()));
        return json;
    }

    static MarkerPositions marked(JsonNode json) {
        Map<Integer, Position> positions = new HashMap<>();
        for (JsonNode position : json.path("positions")) {
            positions.put(
                    position.path("partition").asInt(),
                    new Position(position.path("next_offset").asLong(), leaderEpoch(position)));
        }
        return new MarkerPositions(json.path("epoch").asInt(), positions);
    }

    static ObjectNode put(ObjectNode json, OptionalInt leaderEpoch) {
        leaderEpoch.ifPresent(known -> json.put("leader_epoch", known));
        return json;
    }

    static OptionalInt leaderEpoch(JsonNode json) {
        JsonNode epoch = json.get("leader_epoch");
        return epoch == null ? OptionalInt.empty() : OptionalInt.of(epoch.asInt());
    }
}
