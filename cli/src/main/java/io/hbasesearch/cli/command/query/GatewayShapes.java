/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.query;

import io.hbasesearch.cli.output.Result;
import io.hbasesearch.client.CellValue;
import io.hbasesearch.client.SearchResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Shapes parts of answers for JSON as the gateway writes them, so that a program reads both alike. Stateless. */
final class GatewayShapes {
    private GatewayShapes() {}

    static Map<String, @Nullable Object> total(SearchResponse.Total total) {
        return Result.row("value", total.value(), "relation", total.relation());
    }

    static Map<String, Object> cells(Map<String, CellValue> columns) {
        Map<String, Object> cells = new LinkedHashMap<>();
        if (columns != null) {
            columns.forEach((column, cell) -> cells.put(column, cell(cell)));
        }
        return cells;
    }

    static Map<String, @Nullable Object> cell(CellValue cell) {
        boolean isText = cell.value() != null;
        return Result.row(
                isText ? "value" : "base64", isText ? cell.value() : cell.base64(), "timestamp", cell.timestamp());
    }
}
