/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.fuzz;

import static io.hbasesearch.gateway.fuzz.FuzzedGateway.cell;

import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.gateway.GatewayCapabilities;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A gateway whose rows are as large by now as rows may be in its heap; the index knows them as they were before. */
final class LargeRowsGateway {
    static final int ROWS = 3;
    static final int BYTES = 4 << 20;
    static final String DEFINITION =
            """
            table: words
            rowKey:
              spec: {parts: {user: {type: decimal, width: 4}, dash: {kind: const, value: '-'}, item: {type: ascii}}}
            fields:
              gloss: {column: 'd:gloss', type: text}
              kind: {column: 'd:kind', type: keyword}
            """;

    private LargeRowsGateway() {}

    static RowKey key(int number) {
        return RowKey.utf8("0007-item" + number);
    }

    public static void main(String[] args) throws Exception {
        Map<RowKey, Row> indexed = new HashMap<>();
        Map<RowKey, Row> now = new HashMap<>();
        for (int i = 0; i <= ROWS; i++) {
            RowKey key = i < ROWS ? key(i) : RowKey.utf8("0008-small");
            String kind = i < ROWS ? "large" : "small";
            indexed.put(key, new Row(key, List.of(cell("gloss", "whale"), cell("kind", kind))));
            String text = i < ROWS ? "whale ".repeat(BYTES / 6) : "whale";
            now.put(key, new Row(key, List.of(cell("gloss", text), cell("kind", kind))));
        }
        try (FuzzedGateway gateway = new FuzzedGateway(
                Path.of(args[0]),
                List.of(),
                DEFINITION,
                new FuzzedGateway.Rows(indexed, now),
                GatewayCapabilities.none())) {
            GatewayChild.serve(gateway);
        }
    }
}
