/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.indexer.pipeline.source.SourceEvent;
import io.hbasesearch.indexer.reindex.Counts;
import io.hbasesearch.indexer.reindex.DoneRanges;
import io.hbasesearch.indexer.reindex.Engine;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.MarkerPositions;
import io.hbasesearch.indexer.reindex.Markers;
import io.hbasesearch.indexer.reindex.Selection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;

/** Reads and writes the JSON form of runs and requests in the log. Stateless. */
public final class ReindexJson {
    private static final int FORMAT = 1;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private ReindexJson() {}

    public static byte[] write(RunState run) {
        ObjectNode json = MAPPER.createObjectNode().put("format", FORMAT);
        json.put("id", run.id()).put("request", run.request());
        json.put("index", run.generation().uuid().toString())
                .put("definition_hash", run.generation().definitionHash());
        RunState.Job job = run.job();
        json.set("selection", selection(job.selection()));
        json.set("limits", limits(job.limits()));
        job.change().ifPresent(change -> json.set("change", ChangeJson.write(change)));
        put(json, job.engine());
        json.put("state", run.state().name());
        RunState.Heartbeat heartbeat = run.heartbeat();
        json.put("owner", heartbeat.owner().name())
                .put("owner_id", heartbeat.owner().id());
        json.put("beat", heartbeat.count());
        json.put("started", heartbeat.startedMillis()).put("updated", heartbeat.updatedMillis());
        json.set("progress", progress(run.progress()));
        run.failure().ifPresent(failure -> json.set("failure", failure(failure)));
        return bytes(json);
    }

    public static byte[] write(ReindexRequest request) {
        ObjectNode json = MAPPER.createObjectNode().put("format", FORMAT);
        json.put("id", request.id()).put("verb", request.verb().name()).put("run", request.run());
        json.set("selection", selection(request.task().selection()));
        json.set("limits", limits(request.task().limits()));
        request.task().change().ifPresent(plan -> json.set("change", ChangeJson.write(plan)));
        put(json, request.task().engine());
        return bytes(json);
    }

    /** Omits the direct engine: runs of earlier versions name none. */
    private static void put(ObjectNode json, Engine engine) {
        if (engine != Engine.DIRECT) {
            json.put("engine", engine.name());
        }
    }

    private static Engine engine(JsonNode json) {
        return json.has("engine") ? Engine.valueOf(text(json, "engine")) : Engine.DIRECT;
    }

    /** Writes the positions of a remote task. */
    public static byte[] write(MarkerPositions marked) {
        return bytes(MarkerHistoryJson.write(marked).put("format", FORMAT));
    }

    /** @throws IllegalArgumentException if these are not marker positions, or they come from a later version */
    public static MarkerPositions marked(byte[] bytes) {
        return MarkerHistoryJson.marked(parse(bytes));
    }

    /** Writes markers for a remote task. */
    public static byte[] write(Markers markers) {
        ObjectNode json = MAPPER.createObjectNode().put("format", FORMAT);
        json.put("epoch", markers.epoch()).put("read", markers.readMillis());
        ArrayNode events = json.putArray("events");
        markers.events().forEach(event -> MarkerHistoryJson.put(
                        events.addObject().put("offset", event.offset()), event.leaderEpoch())
                .put("value", event.value()));
        return bytes(json);
    }

    /** @throws IllegalArgumentException if these are not markers, or they come from a later version */
    public static Markers markers(byte[] bytes) {
        JsonNode json = parse(bytes);
        List<SourceEvent> events = new ArrayList<>();
        for (JsonNode event : json.path("events")) {
            byte[] value = Base64.getDecoder().decode(text(event, "value"));
            events.add(new SourceEvent(
                    events.size(), event.path("offset").asLong(), MarkerHistoryJson.leaderEpoch(event), null, value));
        }
        return new Markers(json.path("epoch").asInt(), events, json.path("read").asLong());
    }

    public static byte[] write(ReindexRefusal refusal) {
        ObjectNode json = MAPPER.createObjectNode().put("format", FORMAT).put("request", refusal.request());
        json.set("failure", failure(refusal.why()));
        return bytes(json);
    }

    private static ObjectNode failure(RunState.Failure failure) {
        return MAPPER.createObjectNode()
                .put("code", failure.code().name())
                .put("message", failure.message())
                .put("hint", failure.hint());
    }

    private static byte[] bytes(ObjectNode json) {
        try {
            return MAPPER.writeValueAsBytes(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ObjectNode selection(Selection selection) {
        ObjectNode json = range(selection.range());
        selection.since().ifPresent(millis -> json.put("since", millis));
        selection.until().ifPresent(millis -> json.put("until", millis));
        ArrayNode where = json.putArray("where");
        selection.where().forEach(where::add);
        return json;
    }

    private static ObjectNode limits(Limits limits) {
        return MAPPER.createObjectNode()
                .put("threads", limits.threads())
                .put("rows_per_second", limits.rowsPerSecond())
                .put("bytes_per_second", limits.bytesPerSecond())
                .put("max_lag", limits.maxLag());
    }

    private static ObjectNode progress(ReindexProgress progress) {
        ObjectNode json = MAPPER.createObjectNode();
        ArrayNode done = json.putArray("done");
        progress.done().ranges().forEach(range -> done.add(range(range)));
        Counts counts = progress.counts();
        json.putObject("counts")
                .put("rows", counts.rows())
                .put("bytes", counts.bytes())
                .put("written", counts.written())
                .put("superseded", counts.superseded())
                .put("failed", counts.failed())
                .put("touched", counts.touched())
                .put("placeless", counts.placeless());
        json.put("fraction", progress.fraction()).put("note", progress.note());
        json.set("marks", MarkerHistoryJson.write(progress.marks()));
        return json;
    }

    private static ObjectNode range(KeyRange range) {
        return MAPPER.createObjectNode().put("from", key(range.start())).put("to", key(range.stop()));
    }

    private static String key(ByteArray key) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(key.unsafeBytes());
    }

    /** @throws IllegalArgumentException if this is not a run, or it comes from a later version */
    public static RunState run(byte[] bytes) {
        JsonNode json = parse(bytes);
        JsonNode failure = json.get("failure");
        return new RunState(
                text(json, "id"),
                text(json, "request"),
                new RunState.Generation(UUID.fromString(text(json, "index")), text(json, "definition_hash")),
                new RunState.Job(
                        selection(json.path("selection")),
                        limits(json.path("limits")),
                        Optional.ofNullable(json.get("change")).map(ChangeJson::change),
                        engine(json)),
                RunState.State.valueOf(text(json, "state")),
                new RunState.Heartbeat(
                        new RunState.Owner(text(json, "owner"), text(json, "owner_id")),
                        json.path("beat").asLong(),
                        json.path("started").asLong(),
                        json.path("updated").asLong()),
                progress(json.path("progress")),
                failure == null ? Optional.empty() : Optional.of(failure(failure)));
    }

    private static RunState.Failure failure(JsonNode json) {
        return new RunState.Failure(ErrorCode.valueOf(text(json, "code")), text(json, "message"), text(json, "hint"));
    }

    /** @throws IllegalArgumentException if this is not a refusal, or it comes from a later version */
    public static ReindexRefusal refusal(byte[] bytes) {
        JsonNode json = parse(bytes);
        return new ReindexRefusal(text(json, "request"), failure(json.path("failure")));
    }

    /** @throws IllegalArgumentException if this is not a request, or it comes from a later version */
    public static ReindexRequest request(byte[] bytes) {
        JsonNode json = parse(bytes);
        return new ReindexRequest(
                text(json, "id"),
                ReindexRequest.Verb.valueOf(text(json, "verb")),
                text(json, "run"),
                new Task(
                        selection(json.path("selection")),
                        limits(json.path("limits")),
                        Optional.ofNullable(json.get("change")).map(ChangeJson::plan),
                        engine(json)));
    }

    private static JsonNode parse(byte[] bytes) {
        try {
            JsonNode json = MAPPER.readTree(bytes);
            if (json.path("format").asInt() != FORMAT) {
                throw new IllegalArgumentException("unsupported format " + json.path("format") + ", not " + FORMAT);
            }
            return json;
        } catch (IOException e) {
            throw new IllegalArgumentException("not valid JSON", e);
        }
    }

    static String text(JsonNode json, String name) {
        JsonNode value = json.get(name);
        if (value == null || !value.isTextual()) {
            throw new IllegalArgumentException("no " + name);
        }
        return value.asText();
    }

    private static Selection selection(JsonNode json) {
        List<String> where = new ArrayList<>();
        json.path("where").forEach(name -> where.add(name.asText()));
        return new Selection(range(json), millis(json, "since"), millis(json, "until"), where);
    }

    private static OptionalLong millis(JsonNode json, String name) {
        return json.has(name) ? OptionalLong.of(json.get(name).asLong()) : OptionalLong.empty();
    }

    private static Limits limits(JsonNode json) {
        return new Limits(
                json.path("threads").asInt(),
                json.path("rows_per_second").asDouble(),
                json.path("bytes_per_second").asDouble(),
                json.path("max_lag").asLong());
    }

    private static ReindexProgress progress(JsonNode json) {
        DoneRanges done = DoneRanges.none();
        for (JsonNode range : json.path("done")) {
            done = done.plus(range(range));
        }
        JsonNode counts = json.path("counts");
        return new ReindexProgress(
                done,
                new Counts(
                        counts.path("rows").asLong(),
                        counts.path("bytes").asLong(),
                        counts.path("written").asLong(),
                        counts.path("superseded").asLong(),
                        counts.path("failed").asLong(),
                        counts.path("touched").asLong(),
                        counts.path("placeless").asLong()),
                json.path("fraction").asDouble(),
                json.path("note").asText(),
                MarkerHistoryJson.marks(json.path("marks")));
    }

    private static KeyRange range(JsonNode json) {
        return new KeyRange(key(text(json, "from")), key(text(json, "to")));
    }

    private static ByteArray key(String text) {
        return ByteArray.wrap(Base64.getUrlDecoder().decode(text));
    }

    /** Reads and writes the JSON form of generation changes, which runs and requests in the log contain. Stateless. */
    private static final class ChangeJson {
        private ChangeJson() {}

        static ObjectNode write(ChangePlan plan) {
            return MAPPER.createObjectNode()
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

    /** Reads and writes the JSON form of marker positions in the log. Stateless. */
    private static final class MarkerHistoryJson {
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
            json.forEach(mark -> generations.put(UUID.fromString(text(mark, "generation")), marked(mark)));
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
}
