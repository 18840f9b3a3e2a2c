/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.mcp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hbasesearch.client.GatewayClient;
import io.hbasesearch.client.IndexInfo;
import java.util.List;
import java.util.function.Function;

/** Lists the indexes that the API key opens. */
final class IndexesTool implements Tool {
    private static final Limited WHOLE = new Limited(Limited.MOST_CHARACTERS, Integer.MAX_VALUE);
    /** The most fields of all indexes that a list shows. */
    private static final int MOST_FIELDS = 200;

    private static final Argument INDEX =
            Argument.text("index", "The name of one index, to see all its fields. Default: all indexes.");

    private final Function<String, GatewayClient> gateways;

    IndexesTool(Function<String, GatewayClient> gateways) {
        this.gateways = gateways;
    }

    @Override
    public String name() {
        return "list_indexes";
    }

    @Override
    public String title() {
        return "List indexes";
    }

    @Override
    public String description() {
        return "Lists the indexes that can be searched, with their HBase tables, numbers of documents, and fields: the names and"
                + " types that queries use. Call it first.";
    }

    @Override
    public List<Argument> arguments() {
        return List.of(INDEX);
    }

    @Override
    public String call(Arguments given) {
        String index = given.textOrNull(INDEX.name());
        if (index != null) {
            IndexInfo one = gateways.apply(index).index(index);
            return Limited.fit(WHOLE, limits -> description(one, true, limits));
        }
        List<IndexInfo> all = gateways.apply("").indexes();
        int fields = all.stream().mapToInt(each -> each.fields().size()).sum();
        return Limited.fit(WHOLE, limits -> list(all, fields <= MOST_FIELDS, limits));
    }

    private static ObjectNode list(List<IndexInfo> all, boolean withFields, Limited limits) {
        ObjectNode list = JsonNodeFactory.instance.objectNode();
        if (!withFields) {
            list.put("note", "too many fields for a list: pass one index as 'index' to see its fields");
        }
        ArrayNode indexes = JsonNodeFactory.instance.arrayNode();
        all.forEach(each -> indexes.add(description(each, withFields, limits)));
        list.set("indexes", limits.shortened(indexes));
        return list;
    }

    private static ObjectNode description(IndexInfo index, boolean withFields, Limited limits) {
        ObjectNode shown = Limited.json(index);
        shown.retain("name", "table", "key_format", "documents", "complete", "note");
        if (withFields) {
            shown.set("fields", limits.shortened(Limited.json(index.fields())));
        }
        return shown;
    }
}
