/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.request;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts JSON to maps, lists, strings, numbers, booleans and null. Stateless. */
final class PlainJson {
    private PlainJson() {}

    static @Nullable Object of(JsonNode node) {
        if (node.isObject()) {
            Map<String, @Nullable Object> object = new LinkedHashMap<>();
            node.fields().forEachRemaining(member -> object.put(member.getKey(), of(member.getValue())));
            return object;
        }
        if (node.isArray()) {
            List<@Nullable Object> list = new ArrayList<>();
            node.forEach(element -> list.add(of(element)));
            return list;
        }
        if (node.isNumber()) {
            return node.numberValue();
        }
        return node.isBoolean() ? (Object) node.booleanValue() : node.textValue();
    }
}
