/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.gateway.request.ColumnNames;
import io.hbasesearch.gateway.request.PrintableBytes;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One cell in an answer: {@code value} if it is text, {@code base64} if it is not.
 *
 * @param timestamp HBase's, usually milliseconds since the epoch
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CellView(@Nullable String value, @Nullable String base64, long timestamp) {
    static CellView of(Cell cell) {
        return PrintableBytes.text(cell.value())
                .map(text -> new CellView(text, null, cell.timestamp()))
                .orElseGet(() -> new CellView(
                        null, Base64.getEncoder().encodeToString(cell.value().unsafeBytes()), cell.timestamp()));
    }

    /** Groups cells of several versions by column, newest first. */
    public static Map<String, List<CellView>> versions(List<Cell> cells) {
        Map<String, List<CellView>> columns = new LinkedHashMap<>();
        cells.forEach(cell -> columns.computeIfAbsent(ColumnNames.format(cell.column()), none -> new ArrayList<>())
                .add(of(cell)));
        return columns;
    }
}
