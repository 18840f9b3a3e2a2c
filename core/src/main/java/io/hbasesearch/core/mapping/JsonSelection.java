/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.definition.value.JsonPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Selects the values at a path in a JSON value. Immutable. */
record JsonSelection(JsonPath path) {
    /** @return a list if the path may lead to several values, or to a list; null if there is nothing */
    @Nullable
    Object of(Object json) {
        List<Object> found = List.of(json);
        for (JsonPath.Step step : path.steps()) {
            List<Object> next = new ArrayList<>();
            found.forEach(value -> step(step, value, next));
            found = next;
        }
        if (path.isMany()) {
            return found;
        }
        return found.isEmpty() ? null : found.get(0);
    }

    /** Follows one step. A value of another kind than the step expects counts as absent. */
    private static void step(JsonPath.Step step, Object value, List<Object> found) {
        if (step instanceof JsonPath.Member member && value instanceof Map<?, ?> object) {
            Object inner = object.get(member.name());
            if (inner != null) {
                found.add(inner);
            }
        } else if (step instanceof JsonPath.Item item && value instanceof List<?> list) {
            if (item.index() < list.size()) {
                found.add(list.get(item.index()));
            }
        } else if (step instanceof JsonPath.Items && value instanceof List<?> list) {
            found.addAll(list);
        }
    }
}
