/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.mapping.DocumentJson;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.IndexedDocument.State;
import io.hbasesearch.core.spi.UnreadableDocumentException;
import java.io.IOException;
import java.io.Serial;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Converts documents and stubs to and from Elasticsearch's {@code _source}. */
public final class SourceJson {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .addModule(new SimpleModule().addDeserializer(Source.class, new SourceDeserializer()))
            .build();

    private SourceJson() {}

    /** All fields of one document in an answer, our own included. */
    public record Source(Map<String, Object> fields) {}

    /** Reads sources with {@link DocumentJson}, which preserves numbers as they were written. */
    private static final class SourceDeserializer extends StdDeserializer<Source> {
        @Serial
        private static final long serialVersionUID = 1L;

        SourceDeserializer() {
            super(Source.class);
        }

        @Override
        public Source deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            return new Source(DocumentJson.readAll(parser));
        }
    }

    public static ObjectMapper mapper() {
        return MAPPER;
    }

    /** Returns the two lines of an operation in a bulk request, for an index without routing. */
    public static byte[] bulkLines(IndexOperation operation) {
        return bulkLines(operation, operation.id(), Optional.empty(), List.of());
    }

    /**
     * Returns the two lines of an operation in a bulk request.
     *
     * @param id of the operation, which its caller has already built
     * @param routing empty if the document's id determines its shard
     * @param reversed the fields whose values the document has reversed too
     */
    public static byte[] bulkLines(
            IndexOperation operation, DocumentId id, Optional<String> routing, List<String> reversed) {
        String place = routing.map(by -> ",\"routing\":" + TextNode.valueOf(by)).orElse("");
        // An id needs no escapes: see DocumentId.
        byte[] action = ("{\"index\":{\"_id\":\"" + id.value() + "\",\"version\":"
                        + operation.version().value() + ",\"version_type\":\"external\"" + place + "}}\n")
                .getBytes(UTF_8);
        byte[] source = source(operation, id, reversed);
        return ByteBuffer.allocate(action.length + source.length + 1)
                .put(action)
                .put(source)
                .put((byte) '\n')
                .array();
    }

    /**
     * The two lines of an update that changes nothing, of the document that an operation writes.
     *
     * @param lines of the operation, as {@link #bulkLines} makes them
     */
    public static byte[] updateOfNothing(byte[] lines) throws IOException {
        int end = 0;
        while (lines[end] != '\n') {
            end++;
        }
        JsonNode action = MAPPER.readTree(lines, 0, end).path("index");
        ObjectNode place = MAPPER.createObjectNode();
        place.set("_id", action.path("_id"));
        if (action.has("routing")) {
            place.set("routing", action.path("routing"));
        }
        ObjectNode update = MAPPER.createObjectNode();
        update.set("update", place);
        return (update + "\n{\"doc\":{}}\n").getBytes(UTF_8);
    }

    private static byte[] source(IndexOperation operation, DocumentId id, List<String> reversed) {
        Map<String, Object> own = new LinkedHashMap<>();
        own.put(StoredFields.ROW, id.value());
        if (!id.isWhole()) {
            byte[] key = operation.row().bytes().unsafeBytes();
            own.put(StoredFields.KEY, Base64.getEncoder().encodeToString(key));
        }
        if (operation instanceof IndexOperation.Upsert upsert) {
            putHash(own, upsert.hash());
            putReversed(own, upsert.document(), reversed);
            return DocumentJson.write(own, upsert.document());
        }
        if (operation instanceof IndexOperation.MarkFailed failed) {
            own.put(StoredFields.FAILED, true);
            putHash(own, failed.hash());
        } else {
            own.put(StoredFields.DELETED, true);
            own.put(StoredFields.READ_AT, operation.readStartedMillis());
        }
        return DocumentJson.write(own, Document.empty());
    }

    private static void putReversed(Map<String, Object> own, Document document, List<String> fields) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (String field : fields) {
            Object value = document.fields().get(field);
            if (value instanceof String text) {
                values.put(field, FieldMapping.reverse(text));
            } else if (value instanceof List<?> several) {
                values.put(
                        field,
                        several.stream()
                                .map(each -> FieldMapping.reverse(String.valueOf(each)))
                                .toList());
            }
        }
        if (!values.isEmpty()) {
            own.put(StoredFields.REVERSED, values);
        }
    }

    private static void putHash(Map<String, Object> own, long hash) {
        own.put(StoredFields.HASH_HIGH, high(hash));
        own.put(StoredFields.HASH_LOW, low(hash));
    }

    /**
     * Returns the row key of a document.
     *
     * @param source with at least {@link StoredFields#KEY}, if the document has it; null if it was not requested
     * @throws UnreadableDocumentException if no row has this id
     */
    public static RowKey rowKey(DocumentId id, @Nullable Source source) {
        try {
            Object key = id.isWhole() || source == null ? null : source.fields().get(StoredFields.KEY);
            return id.rowKey(key instanceof String text ? Base64.getDecoder().decode(text) : null);
        } catch (IllegalArgumentException e) {
            throw new UnreadableDocumentException(id, e.getMessage());
        }
    }

    /** @throws UnreadableDocumentException if this is not a row's document */
    public static IndexedDocument read(String id, long version, Source source) {
        DocumentId documentId = new DocumentId(id);
        RowKey row = rowKey(documentId, source);
        if (!id.equals(source.fields().get(StoredFields.ROW))) {
            throw new UnreadableDocumentException(documentId, "its field _row is not its id");
        }
        State state = source.fields().containsKey(StoredFields.DELETED)
                ? State.DELETED
                : source.fields().containsKey(StoredFields.FAILED) ? State.FAILED : State.LIVE;
        Map<String, Object> fields = new LinkedHashMap<>(source.fields());
        fields.keySet().removeIf(StoredFields::isOurs);
        long hash = state == State.FAILED ? hash(source) : 0;
        return new IndexedDocument(documentId, row, version, state, new Document(fields), hash);
    }

    private static long hash(Source source) {
        return source.fields().get(StoredFields.HASH_HIGH) instanceof Number high
                        && source.fields().get(StoredFields.HASH_LOW) instanceof Number low
                ? join(high.longValue(), low.longValue())
                : 0;
    }

    /** Returns the upper half, such that {@code (high << 32) + low} is the hash, with a sign in either half. */
    public static long high(long hash) {
        return (hash - low(hash)) >> Integer.SIZE;
    }

    public static long low(long hash) {
        return (int) hash;
    }

    public static long join(long high, long low) {
        return (high << Integer.SIZE) + low;
    }
}
