/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.peer;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.event.TopicName;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The topic of a table's edits. As text {@code namespace:table=epoch/partitions}, the form that the endpoint reads; a table
 * without a namespace belongs to the default one.
 *
 * @param partitions of the topic, fixed for the epoch: the number decides each row's partition
 */
public record Route(TableId table, int epoch, int partitions) {
    private static final Pattern TEXT = Pattern.compile("((?:[^:=;]+:)?[^:=;]+)=(\\d{1,5})/(\\d{1,6})");

    public Route {
        Objects.requireNonNull(table, "table");
    }

    public String topic() {
        return TopicName.of(table.namespace(), table.qualifier(), epoch).toString();
    }

    /** @param text the value of {@code hbase-search.tables}; null or empty for none */
    static Map<TableId, Route> parse(String text) {
        Map<TableId, Route> routes = new TreeMap<>();
        for (String part : text == null ? new String[0] : text.split(";", -1)) {
            if (!part.isBlank()) {
                Matcher matcher = TEXT.matcher(part.strip());
                if (!matcher.matches()) {
                    throw new HBaseSearchException(
                            ErrorCode.CONFIGURATION_INVALID,
                            "the peer's " + EndpointSettings.TABLES + " holds '" + part + "', which is not"
                                    + " namespace:table=epoch/partitions",
                            "Correct it in the HBase shell with update_peer_config.",
                            null);
                }
                TableId table = table(matcher.group(1), EndpointSettings.TABLES);
                routes.put(
                        table,
                        new Route(table, Integer.parseInt(matcher.group(2)), Integer.parseInt(matcher.group(3))));
            }
        }
        return routes;
    }

    /** @throws HBaseSearchException CONFIGURATION_INVALID if the name is not valid for a table of HBase */
    static TableId table(String name, String setting) {
        try {
            return TableId.parse(name);
        } catch (IllegalArgumentException e) {
            throw new HBaseSearchException(
                    ErrorCode.CONFIGURATION_INVALID,
                    "the peer's setting " + setting + ": " + e.getMessage(),
                    "Correct it in the HBase shell with update_peer_config.",
                    e);
        }
    }

    static String format(Collection<Route> routes) {
        return routes.stream().map(Route::toString).collect(Collectors.joining(";"));
    }

    @Override
    public String toString() {
        return table + "=" + epoch + "/" + partitions;
    }
}
