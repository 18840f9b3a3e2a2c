/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.mcp;

import io.hbasesearch.client.SearchOptions;

/** The arguments of every tool that sends a query. Stateless. */
final class QueryArguments {
    static final Argument QUERY = Argument.text(
            "query",
            "Words, \"phrases\", field:word, size>2000, sent:[2026-01-01 TO now], begin*, + - AND OR NOT and parentheses; all"
                    + " words must match. how_to_ask has the language with examples. Default: every row.");
    static final Argument FILTER = Argument.texts(
            "filter", "Queries that must match too, without an effect on the order, such as [\"sent>=now-7d\"].");
    static final Argument FUZZINESS =
            Argument.text("fuzziness", "auto: long words may differ by one or two letters. Default: off.");
    static final Argument ZONE = Argument.text(
            "zone", "The time zone of days and local times, such as Asia/Shanghai. Default: that of each field.");

    private QueryArguments() {}

    static SearchOptions options(Arguments given) {
        return SearchOptions.of(given.textOrNull(QUERY.name()))
                .withFilters(given.texts(FILTER.name()))
                .withFuzziness(given.textOrNull(FUZZINESS.name()))
                .withZone(given.textOrNull(ZONE.name()));
    }
}
