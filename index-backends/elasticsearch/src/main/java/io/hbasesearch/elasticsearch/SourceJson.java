/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.IndexedDocument.State;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** Documents and stubs as the {@code _source} that Elasticsearch keeps. */
final class SourceJson {
    private static final int TYPICAL_BYTES = 512;
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private SourceJson() {}

    static ObjectMapper mapper() {
        return MAPPER;
    }

    static byte[] write(IndexOperation operation) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(TYPICAL_BYTES);
        try (JsonGenerator json = MAPPER.createGenerator(bytes)) {
            json.writeStartObject();
            writeIdentity(operation, json);
            if (operation instanceof IndexOperation.Upsert upsert) {
                for (Map.Entry<String, Object> field :
                        upsert.document().fields().entrySet()) {
                    json.writeObjectField(field.getKey(), field.getValue());
                }
            } else if (operation instanceof IndexOperation.MarkDeleted) {
                json.writeBooleanField(StoredFields.DELETED, true);
            } else if (operation instanceof IndexOperation.MarkFailed) {
                json.writeBooleanField(StoredFields.FAILED, true);
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return bytes.toByteArray();
    }

    private static void writeIdentity(IndexOperation operation, JsonGenerator json) throws IOException {
        json.writeStringField(StoredFields.ROW, operation.id().value());
        if (operation.id().rowKey().isEmpty()) {
            json.writeStringField(
                    StoredFields.KEY,
                    Base64.getEncoder().encodeToString(operation.row().bytes().unsafeBytes()));
        }
    }

    /** @param source with at least {@link StoredFields#KEY}, if the document has it */
    static RowKey rowKey(DocumentId id, JsonNode source) {
        return id.rowKey()
                .orElseGet(() -> RowKey.wrap(
                        Base64.getDecoder().decode(source.path(StoredFields.KEY).asText())));
    }

    static IndexedDocument read(String id, long version, ObjectNode source) {
        DocumentId documentId = new DocumentId(id);
        State state = source.path(StoredFields.DELETED).asBoolean()
                ? State.DELETED
                : source.path(StoredFields.FAILED).asBoolean() ? State.FAILED : State.LIVE;
        return new IndexedDocument(documentId, rowKey(documentId, source), version, state, document(source));
    }

    private static Document document(ObjectNode source) {
        Map<String, Object> fields = new LinkedHashMap<>();
        source.properties().forEach(field -> {
            if (!StoredFields.isOurs(field.getKey())) {
                fields.put(field.getKey(), value(field.getValue()));
            }
        });
        return new Document(fields);
    }

    private static Object value(JsonNode node) {
        if (node.isIntegralNumber() && node.canConvertToLong()) {
            return node.longValue();
        }
        if (node.isNumber()) {
            return node.doubleValue();
        }
        try {
            return MAPPER.treeToValue(node, Object.class);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
