/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.hbasesearch.core.text.CanonicalNumber;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes and reads documents as JSON, the form that backends store. A document that was written is read back as an equal one.
 * Stateless.
 */
public final class DocumentJson {
    /** The prefix of the backends' own fields, which no field of a definition has. */
    private static final String OWN = "_";

    private static final int MAX_DEPTH = JsonCell.MAX_DEPTH + 1;

    /** The initial size, which most documents fit: growing copies the content. */
    private static final int USUAL_BYTES = 2_048;

    private DocumentJson() {}

    public static byte[] write(Document document) {
        return write(Map.of(), document);
    }

    /**
     * @param own the backend's own fields, whose names begin with {@code _}; they come first
     */
    public static byte[] write(Map<String, ?> own, Document document) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(USUAL_BYTES);
        try (JsonGenerator json = JsonValues.FACTORY.createGenerator(bytes, JsonEncoding.UTF8)) {
            json.writeStartObject();
            for (Map.Entry<String, ?> field : own.entrySet()) {
                if (!field.getKey().startsWith(OWN)) {
                    throw new IllegalArgumentException("a backend's own field begins with _, not so " + field.getKey());
                }
                writeField(json, field.getKey(), field.getValue());
            }
            for (Map.Entry<String, Object> field : document.fields().entrySet()) {
                writeField(json, field.getKey(), field.getValue());
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory can always be written, unless a text is no Unicode", e);
        }
        return bytes.toByteArray();
    }

    /** Reads the fields of a definition; those that begin with {@code _} are left out.
     *
     * @throws IllegalArgumentException if this is not a JSON object; without its values in the message
     */
    public static Document read(byte[] json) {
        Map<String, Object> fields = new LinkedHashMap<>(readAll(json));
        fields.keySet().removeIf(name -> name.startsWith(OWN));
        return new Document(fields);
    }

    /** Reads all fields, including the backends' own.
     *
     * @throws IllegalArgumentException if this is not a JSON object; without its values in the message
     */
    public static Map<String, Object> readAll(byte[] json) {
        try (JsonParser parser = JsonValues.FACTORY.createParser(json)) {
            parser.nextToken();
            return readAll(parser);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "not a document in JSON: " + e.getClass().getSimpleName());
        }
    }

    /**
     * Reads all fields of a document within other JSON; at the end the parser is at the document's last token.
     *
     * @param parser at the document's first token
     * @throws IllegalArgumentException if that is not the beginning of a JSON object
     */
    public static Map<String, Object> readAll(JsonParser parser) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw new IllegalArgumentException("not a document in JSON: no object");
        }
        return JsonValues.readObject(parser, MAX_DEPTH);
    }

    private static void writeField(JsonGenerator json, String name, Object value) throws IOException {
        json.writeFieldName(name);
        writeValue(json, value);
    }

    private static void writeValue(JsonGenerator json, Object value) throws IOException {
        if (value instanceof String text) {
            json.writeString(text);
        } else if (value instanceof Long number) {
            json.writeNumber(number);
        } else if (value instanceof Double number) {
            // A whole number belongs to a field of type float or double and is read back as such; objects have only
            // whole doubles
            // that are too large for plain digits.
            boolean isOfField = number == Math.rint(number) && Math.abs(number) < CanonicalNumber.LEAST_WITH_EXPONENT;
            json.writeNumber(isOfField ? number.toString() : CanonicalNumber.text(number));
        } else if (value instanceof Boolean truth) {
            json.writeBoolean(truth);
        } else if (value instanceof BigDecimal number) {
            json.writeNumber(CanonicalNumber.text(number));
        } else if (value instanceof List<?> list) {
            writeList(json, list);
        } else if (value instanceof Map<?, ?> map) {
            writeMap(json, map);
        } else {
            throw new IllegalArgumentException("a document has no value of " + value.getClass());
        }
    }

    private static void writeList(JsonGenerator json, List<?> list) throws IOException {
        json.writeStartArray();
        for (Object item : list) {
            writeValue(json, item);
        }
        json.writeEndArray();
    }

    private static void writeMap(JsonGenerator json, Map<?, ?> map) throws IOException {
        json.writeStartObject();
        for (Map.Entry<?, ?> member : map.entrySet()) {
            writeField(json, (String) member.getKey(), member.getValue());
        }
        json.writeEndObject();
    }
}
