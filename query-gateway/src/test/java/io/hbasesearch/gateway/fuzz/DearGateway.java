/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.fuzz;

import static io.hbasesearch.gateway.fuzz.FuzzedGateway.cell;

import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.gateway.GatewayCapabilities;
import io.hbasesearch.lucene.search.LuceneQueryMatcher;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * A gateway in whose index requests are dear: nine fields are searched by default, and beside thousands of rows of the usual size there
 * are some with texts as long as highlights look at. Every fourth of the usual rows is another one by now than the one that was indexed.
 */
final class DearGateway {
    static final int ROWS = Integer.getInteger("gateway.dear.rows", 8_000);
    static final int LARGE_ROWS = 20;
    private static final int LARGE_TEXT = 200_000;
    private static final int WORDS = 20_000;
    private static final String DEFINITION =
            """
            table: words
            rowKey:
              spec: {parts: {user: {type: decimal, width: 4}, dash: {kind: const, value: '-'}, item: {type: ascii}}}
            fields:
              gloss: {column: 'd:gloss', type: text}
              note: {column: 'd:note', type: text}
              title: {column: 'd:title', type: text}
              place: {column: 'd:place', type: text}
              kind: {column: 'd:kind', type: keyword}
              author: {column: 'd:author', type: keyword}
              state: {column: 'd:state', type: keyword}
              tag: {column: 'd:tag', type: keyword}
              group: {column: 'd:group', type: keyword}
              count: {column: 'd:count', type: long, encoding: utf8}
              price: {column: 'd:price', type: double, encoding: utf8}
              seen: {column: 'd:seen', type: date, encoding: utf8}
            """;

    private DearGateway() {}

    public static void main(String[] args) throws Exception {
        Random random = new Random(11);
        Map<RowKey, Row> indexed = new HashMap<>();
        for (int i = 0; i < ROWS + LARGE_ROWS; i++) {
            indexed.put(key(i), row(i, random));
        }
        Map<RowKey, Row> now = new HashMap<>(indexed);
        for (int i = 0; i < ROWS; i += 4) {
            now.put(key(i), row(i, random));
        }
        try (FuzzedGateway gateway = new FuzzedGateway(
                Path.of(args[0]),
                List.of(),
                DEFINITION,
                new FuzzedGateway.Rows(indexed, now),
                GatewayCapabilities.none().withMatcher(new LuceneQueryMatcher()))) {
            GatewayChild.serve(gateway);
        }
    }

    private static RowKey key(int number) {
        return RowKey.utf8(String.format(Locale.ROOT, "%04d-item%d", number % 100, number));
    }

    private static Row row(int number, Random random) {
        boolean isLarge = number >= ROWS;
        List<Cell> cells = new ArrayList<>();
        cells.add(cell("gloss", text(random, isLarge ? LARGE_TEXT : 80)));
        cells.add(cell("note", text(random, isLarge ? LARGE_TEXT : 40)));
        cells.add(cell("title", text(random, 20)));
        cells.add(cell("place", text(random, 10)));
        for (String keyword : List.of("kind", "author", "state", "tag", "group")) {
            boolean isMark = isLarge && keyword.equals("state");
            cells.add(cell(keyword, isMark ? "large" : keyword + random.nextInt(500)));
        }
        cells.add(cell("count", Long.toString(random.nextInt(10_000))));
        cells.add(cell("price", Double.toString(random.nextInt(10_000) / 8.0)));
        cells.add(cell("seen", String.format(Locale.ROOT, "20%02d-01-02T03:04:05Z", random.nextInt(30))));
        return new Row(key(number), cells);
    }

    private static String text(Random random, int characters) {
        StringBuilder text = new StringBuilder();
        while (text.length() < characters) {
            // A few words are in almost every text, and most are rare.
            if (random.nextInt(50) == 0) {
                int from = random.nextInt(DearRequests.CHINESE.length() - 4);
                text.append(DearRequests.CHINESE, from, from + 4).append(' ');
            }
            text.append(word((int) (WORDS * Math.pow(random.nextDouble(), 4))))
                    .append(random.nextInt(12) == 0 ? ". " : " ");
        }
        return text.toString();
    }

    /** The more frequent the lower its number. Of six letters. */
    static String word(int number) {
        return syllable(number) + syllable(number / 100) + syllable(7 * number + 3);
    }

    private static String syllable(int number) {
        int own = number % 100;
        return "" + "bcdfghjklmnpqrstvwxz".charAt(own % 20) + "aeiou".charAt(own / 20);
    }
}
