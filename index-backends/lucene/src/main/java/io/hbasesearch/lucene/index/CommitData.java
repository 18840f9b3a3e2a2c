/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.index;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.core.spi.Position;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The additional data of a commit: the index's metadata and the positions up to which its documents are complete, as user data
 * of the Lucene commit. Immutable.
 */
public record CommitData(IndexMetadata metadata, Map<Integer, Position> positions) {
    private static final String FORMAT_KEY = "hbase-search.format";
    private static final String FORMAT = "1";
    private static final String METADATA = "metadata.";
    private static final String POSITION = "position.";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<TreeMap<String, String>> STRINGS = new TypeReference<>() {};

    public CommitData {
        positions = Map.copyOf(positions);
    }

    /** Returns the data with newer positions; partitions that {@code newer} omits keep theirs. */
    CommitData with(Map<Integer, Position> newer) {
        Map<Integer, Position> merged = new TreeMap<>(positions);
        merged.putAll(newer);
        return new CommitData(metadata, merged);
    }

    Map<String, String> encode() {
        Map<String, String> data = new LinkedHashMap<>();
        data.put(FORMAT_KEY, FORMAT);
        data.put(METADATA + "index", metadata.index());
        data.put(METADATA + "physicalName", metadata.physicalName());
        data.put(METADATA + "generation", Integer.toString(metadata.generation()));
        data.put(METADATA + "uuid", metadata.uuid().toString());
        data.put(METADATA + "table", metadata.table().toString());
        data.put(METADATA + "topic", metadata.topic());
        data.put(METADATA + "topicId", metadata.topicId());
        data.put(METADATA + "partitions", Integer.toString(metadata.partitions()));
        data.put(METADATA + "epoch", Integer.toString(metadata.epoch()));
        data.put(METADATA + "definitionHash", metadata.definitionHash());
        data.put(METADATA + "definition", metadata.definition());
        data.put(METADATA + "createdAt", metadata.createdAt().toString());
        data.put(METADATA + "complete", Boolean.toString(metadata.complete()));
        data.put(METADATA + "analyzers", encodeAnalyzers(metadata.analyzers()));
        positions.forEach((partition, position) -> data.put(POSITION + partition, encode(position)));
        return data;
    }

    /** @throws HBaseSearchException INDEX_INCOMPATIBLE */
    static CommitData decode(String index, Map<String, String> data) {
        if (!FORMAT.equals(data.get(FORMAT_KEY))) {
            throw incompatible(index, "its format is " + data.get(FORMAT_KEY) + ", not " + FORMAT, null);
        }
        try {
            return new CommitData(decodeMetadata(data), decodePositions(data));
        } catch (IllegalArgumentException | NullPointerException | DateTimeException e) {
            throw incompatible(index, "its commit data cannot be read: " + e.getMessage(), e);
        }
    }

    private static IndexMetadata decodeMetadata(Map<String, String> data) {
        return IndexMetadata.builder(data.get(METADATA + "index"))
                .physicalName(data.get(METADATA + "physicalName"))
                .generation(Integer.parseInt(
                        data.getOrDefault(METADATA + "generation", Integer.toString(IndexMetadata.FIRST_GENERATION))))
                .uuid(UUID.fromString(data.get(METADATA + "uuid")))
                .createdAt(Instant.parse(data.get(METADATA + "createdAt")))
                .table(TableId.parse(data.get(METADATA + "table")))
                .source(new IndexSource(
                        data.get(METADATA + "topic"),
                        data.get(METADATA + "topicId"),
                        Integer.parseInt(data.get(METADATA + "partitions")),
                        Integer.parseInt(data.get(METADATA + "epoch")),
                        Boolean.parseBoolean(data.get(METADATA + "complete"))))
                .definitionHash(data.get(METADATA + "definitionHash"))
                .analyzers(decodeAnalyzers(data.get(METADATA + "analyzers")))
                .definition(data.getOrDefault(METADATA + "definition", ""))
                .build();
    }

    private static Map<Integer, Position> decodePositions(Map<String, String> data) {
        Map<Integer, Position> positions = new TreeMap<>();
        data.forEach((key, value) -> {
            if (key.startsWith(POSITION)) {
                positions.put(Integer.parseInt(key.substring(POSITION.length())), decodePosition(value));
            }
        });
        return positions;
    }

    private static String encode(Position position) {
        OptionalInt epoch = position.leaderEpoch();
        return position.nextOffset() + (epoch.isPresent() ? "@" + epoch.getAsInt() : "");
    }

    private static Position decodePosition(String text) {
        int at = text.indexOf('@');
        return at < 0
                ? new Position(Long.parseLong(text), OptionalInt.empty())
                : new Position(
                        Long.parseLong(text.substring(0, at)),
                        OptionalInt.of(Integer.parseInt(text.substring(at + 1))));
    }

    private static String encodeAnalyzers(Map<String, String> analyzers) {
        try {
            return JSON.writeValueAsString(new TreeMap<>(analyzers));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("strings cannot be written as JSON", e);
        }
    }

    private static Map<String, String> decodeAnalyzers(String json) {
        try {
            return JSON.readValue(json, STRINGS);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static HBaseSearchException incompatible(String index, String reason, RuntimeException cause) {
        return new HBaseSearchException(
                ErrorCode.INDEX_INCOMPATIBLE,
                "The index " + index + " was written by another version of hbase-search: " + reason,
                "Use that version, or delete the index with it: hbase-search index delete " + index
                        + ". Then, with this version: hbase-search index create " + index
                        + ", start serve, hbase-search reindex " + index,
                cause);
    }
}
