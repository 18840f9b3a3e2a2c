/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.fuzz;

import io.hbasesearch.core.model.RowKey;
import java.util.List;
import java.util.Random;

/** Names and values of parameters, from what somebody could have meant to what nobody could. For one thread. */
final class FuzzTexts {
    static final List<String> NAMES = List.of(
            "q",
            "filter",
            "size",
            "columns",
            "highlight",
            "fields",
            "timeout",
            "keyFormat",
            "verify",
            "plan",
            "cursor",
            "from",
            "versions",
            "keys",
            "part.user",
            "part.item",
            "part.",
            "query",
            "sort",
            "facets",
            "",
            "q.q",
            "Q",
            "size ",
            "\u0000",
            "鲸",
            "\ud800",
            "__proto__",
            "filter[]",
            "x".repeat(300));
    private static final List<String> VALUES = List.of(
            "",
            "-1",
            "0",
            "10",
            "100",
            "1e3",
            "2147483648",
            "99999999999999999999",
            "true",
            "TRUE",
            "null",
            "3s",
            "5s",
            "9999999s",
            "0ms",
            "-5s",
            "text",
            "hex",
            "binary",
            "base64url",
            "none",
            "exists",
            "version",
            "match",
            "auto",
            "table",
            "search",
            "d:gloss",
            "d",
            "d:\\x",
            "d:\\xZZ",
            "x:y",
            ":",
            "..",
            "../..",
            "%",
            "%zz",
            "\u0000\u0001\u001f",
            "\ud800",
            "\udfff\ud800",
            "{{{{",
            "[]",
            "\"",
            "'; drop table",
            "${jndi:ldap://x}",
            "鲸",
            "\u202e",
            "\ufeff");
    private static final List<String> TOKENS = List.of(
            "whale",
            "sea",
            "\"the large whale\"",
            "gloss:",
            "kind:",
            "count:",
            "price:",
            "seen:",
            "open:",
            "meta:",
            "meta.tags:",
            "user:",
            "item:",
            "_id:",
            "nofield:",
            "(",
            ")",
            "((",
            "))",
            "+",
            "-",
            "AND",
            "OR",
            "NOT",
            "~",
            "~1",
            "~99",
            "*",
            "wh*",
            "*ale",
            "?",
            "w?ale",
            "[1 TO 5]",
            "[* TO *]",
            "{1 TO",
            "[2001 TO 2020]",
            "7",
            "item7",
            "0007-item7",
            "/wh.*/",
            "/(a+)+b/",
            "/[/",
            "/.*/",
            "\\",
            "\\\\",
            "\"",
            "^2",
            "^",
            ":",
            "::",
            "!",
            "&&",
            "||",
            "true",
            "odd",
            "1.5",
            "2010-01-02",
            "鲸鱼",
            "海洋",
            "\u0000",
            "\u001b",
            "\ud83d\ude00",
            "\ud83d",
            " ",
            "  ");

    private final Random random;

    FuzzTexts(Random random) {
        this.random = random;
    }

    String name() {
        return pick(random.nextInt(4) == 0 ? NAMES : NAMES.subList(0, 16));
    }

    /** Timeouts of less than seconds are not among them: a 504 to those would be right. */
    String value() {
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> query();
            case 3 -> pick(VALUES) + pick(VALUES);
            case 4 -> letters(1 + random.nextInt(12));
            case 5 -> random.nextInt(20) == 0 ? huge() : Integer.toString(random.nextInt(1_200) - 100);
            default -> pick(VALUES);
        };
    }

    /** Something like a query. */
    String query() {
        StringBuilder query = new StringBuilder();
        for (int i = random.nextInt(7); i >= 0; i--) {
            query.append(pick(TOKENS));
            query.append(random.nextInt(3) == 0 ? "" : " ");
        }
        return query.toString();
    }

    /** One term, or one parenthesis, a few thousand times. */
    String huge() {
        String one = pick(List.of("x", "(", "whale ", "\"", "-", "NOT ", "a*", "鲸", "\\", "[", "whale OR ", "\u0001"));
        return one.repeat(1 + random.nextInt(9_000 / one.length()));
    }

    String letters(int count) {
        StringBuilder letters = new StringBuilder();
        for (int i = 0; i < count; i++) {
            letters.appendCodePoint(
                    switch (random.nextInt(4)) {
                        case 0 -> random.nextInt(0x20);
                        case 1 -> random.nextInt(0x110000);
                        default -> 0x20 + random.nextInt(0x5f);
                    });
        }
        return letters.toString();
    }

    String key() {
        RowKey key = FuzzedGateway.key(random.nextInt(FuzzedGateway.ROWS + 20));
        return random.nextInt(3) == 0 ? value() : key.base64Url();
    }

    <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
