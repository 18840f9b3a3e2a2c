/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hbasesearch.client.CellValue;
import io.hbasesearch.client.GatewayClient;
import io.hbasesearch.client.RowResponse;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.gateway.request.KeyFormat;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** Reads one row. */
final class RowTool implements Tool {
    private static final Limited WHOLE = new Limited(Limited.MOST_CHARACTERS, Integer.MAX_VALUE);
    private static final Argument INDEX = Argument.required("index", "The name of an index as list_indexes shows it.");
    private static final Argument KEY = Argument.required("key", "The row key: 'key' of a hit, as it stands there.");
    private static final Argument KEY_FORMAT = Argument.text(
            "key_format",
            "The notation of the key: binary (as search and the HBase shell show keys, with \\x00 for a zero byte), text, hex"
                    + " or base64url. Default: binary.");
    private static final Argument COLUMNS = Argument.texts(
            "columns",
            "Show these cells with their timestamps instead of the fields: family:qualifier, or family for all of it.");
    private static final Argument OFFSET = Argument.number(
            "offset", "With columns: show values from this character on, to read on in a shortened one. Default: 0.");

    private static final int MOST_NAMES = 100;
    private static final String HOW_KEYS = "Pass 'key' of a hit as it stands there; key_format names another notation.";

    private final Function<String, GatewayClient> gateways;

    RowTool(Function<String, GatewayClient> gateways) {
        this.gateways = gateways;
    }

    @Override
    public String name() {
        return "get_row";
    }

    @Override
    public String title() {
        return "Read a row";
    }

    @Override
    public String description() {
        return "Reads one row from HBase by its key: its fields as the index defines them or, with 'columns', its cells. Values"
                + " too long for one result are shortened and say so: 'columns' with 'offset' reads on.";
    }

    @Override
    public List<Argument> arguments() {
        return List.of(INDEX, KEY, KEY_FORMAT, COLUMNS, OFFSET);
    }

    @Override
    public String call(Arguments given) {
        String index = given.text(INDEX.name());
        RowKey key = key(given);
        RowResponse row = gateways.apply(index)
                .row(index, key.bytes().toBytes())
                .orElseThrow(
                        () -> new ToolFailure(ErrorCode.NOT_FOUND, "the table has no row with this key", HOW_KEYS));
        List<String> columns = given.texts(COLUMNS.name());
        if (columns.isEmpty() && given.number(OFFSET.name(), 0, Integer.MAX_VALUE) > 0) {
            throw new ToolFailure(ErrorCode.USAGE, "'offset' is for 'columns'", "Name the column to read on in.");
        }
        return Limited.fit(
                WHOLE, limits -> columns.isEmpty() ? fields(row, key, limits) : cells(row, key, given, limits));
    }

    private static RowKey key(Arguments given) {
        String name = Objects.requireNonNullElse(given.textOrNull(KEY_FORMAT.name()), "binary");
        KeyFormat format = KeyFormat.of(name)
                .orElseThrow(() -> new ToolFailure(
                        ErrorCode.USAGE,
                        "there is no key_format '" + name + "'",
                        "It is one of " + String.join(", ", KeyFormat.names()) + "."));
        try {
            return format.parse(given.text(KEY.name()));
        } catch (IllegalArgumentException e) {
            throw new ToolFailure(
                    ErrorCode.USAGE, "'key' is not a row key in the format " + name + ": " + e.getMessage(), HOW_KEYS);
        }
    }

    private static ObjectNode fields(RowResponse row, RowKey key, Limited limits) {
        ObjectNode shown = head(row, key);
        if (row.unmappable() != null) {
            shown.put("unmappable", row.unmappable());
        }
        shown.set("fields", limits.shortened(Limited.json(row.fields())));
        return shown;
    }

    private static ObjectNode head(RowResponse row, RowKey key) {
        ObjectNode shown = Limited.json(row);
        shown.retain("index", "table", "key_text");
        shown.put("key", KeyFormat.BINARY.format(key));
        if (!row.cut().isEmpty()) {
            shown.set("cut", Limited.json(row.cut()));
        }
        return shown;
    }

    private static ObjectNode cells(RowResponse row, RowKey key, Arguments given, Limited limits) {
        List<String> columns = given.texts(COLUMNS.name());
        ObjectNode cells = JsonNodeFactory.instance.objectNode();
        row.columns().forEach((name, cell) -> {
            if (columns.stream().anyMatch(wanted -> name.equals(wanted) || name.startsWith(wanted + ":"))) {
                cells.set(name, cell(cell, given.number(OFFSET.name(), 0, Integer.MAX_VALUE), limits));
            }
        });
        if (cells.isEmpty()) {
            throw new ToolFailure(
                    ErrorCode.NOT_FOUND,
                    "the row has none of these columns, or the index does not map them",
                    "It has "
                            + String.join(
                                    ", ",
                                    row.columns().keySet().stream()
                                            .limit(MOST_NAMES)
                                            .toList()) + ".");
        }
        ObjectNode shown = head(row, key);
        shown.set("columns", limits.shortened(cells));
        return shown;
    }

    private static ObjectNode cell(CellValue cell, int offset, Limited limits) {
        String name = cell.value() != null ? "value" : "base64";
        String text = cell.value() != null ? cell.value() : cell.base64();
        int from = Math.min(offset, text.length());
        int end = limits.end(text, from);
        ObjectNode shown = JsonNodeFactory.instance.objectNode().put(name, text.substring(from, end));
        if (end < text.length()) {
            shown.put("next_offset", end).put("characters", text.length());
        }
        return shown.put("timestamp", cell.timestamp());
    }
}
