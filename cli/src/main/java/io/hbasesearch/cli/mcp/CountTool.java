/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.mcp;

import io.hbasesearch.client.GatewayClient;
import java.util.List;
import java.util.function.Function;

/** Counts rows that match. */
final class CountTool implements Tool {
    private static final Argument INDEX = Argument.required("index", "The name of an index as list_indexes shows it.");

    private final Function<String, GatewayClient> gateways;

    CountTool(Function<String, GatewayClient> gateways) {
        this.gateways = gateways;
    }

    @Override
    public String name() {
        return "count";
    }

    @Override
    public String title() {
        return "Count rows";
    }

    @Override
    public String description() {
        return "Counts the rows that match a query, without reading them.";
    }

    @Override
    public List<Argument> arguments() {
        return List.of(
                INDEX, QueryArguments.QUERY, QueryArguments.FILTER, QueryArguments.FUZZINESS, QueryArguments.ZONE);
    }

    @Override
    public String call(Arguments given) {
        String index = given.text(INDEX.name());
        return Limited.json(gateways.apply(index).count(index, QueryArguments.options(given)))
                .toString();
    }
}
