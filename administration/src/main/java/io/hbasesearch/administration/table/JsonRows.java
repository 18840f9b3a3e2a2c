/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads rows from lines of JSON objects. A null is no value; an object or a list is a value of its JSON text. */
final class JsonRows implements RowFile {
    // Numbers keep the digits that they are written with.
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private final BoundedReader bounded;
    private final BufferedReader lines;
    private long line;

    JsonRows(BoundedReader reader) {
        this.bounded = reader;
        this.lines = new BufferedReader(reader);
    }

    @Override
    public List<String> columns() {
        return List.of();
    }

    @Override
    public Optional<FileRecord> next() {
        while (true) {
            bounded.begin();
            String text;
            try {
                text = lines.readLine();
            } catch (IOException e) {
                throw RowFile.broken(line, e);
            }
            if (text == null) {
                return Optional.empty();
            }
            line++;
            if (!text.isBlank()) {
                return Optional.of(record(text));
            }
        }
    }

    private FileRecord record(String text) {
        JsonNode node;
        try {
            node = MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            // Jackson's message repeats parts of the line, and says where it stopped.
            return FileRecord.unreadable(
                    line,
                    "it is not one JSON object"
                            + (e.getLocation() == null
                                    ? ""
                                    : ": see column " + e.getLocation().getColumnNr()));
        }
        if (!node.isObject()) {
            return FileRecord.unreadable(line, "it is not a JSON object");
        }
        Map<String, String> values = new LinkedHashMap<>();
        node.properties().forEach(field -> {
            if (!field.getValue().isNull()) {
                values.put(field.getKey(), text(field.getValue()));
            }
        });
        return FileRecord.of(line, values);
    }

    private static String text(JsonNode value) {
        if (value.isBigDecimal()) {
            return value.decimalValue().toString();
        }
        return value.isValueNode() ? value.asText() : value.toString();
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
