/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.index;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares a stored mapping with that of a definition. Elasticsearch omits default values, so a parameter that is missing in
 * the stored mapping is no difference; an additional one is. Pure.
 */
final class MappingDifferences {
    private static final String PROPERTIES = "properties";
    private static final String DYNAMIC = "dynamic";
    private static final Set<String> NOT_COMPARED = Set.of(PROPERTIES, DYNAMIC, "_meta");

    private MappingDifferences() {}

    /** @return a few words for each, in the order of the expected fields */
    static List<String> between(JsonNode expected, JsonNode stored) {
        List<String> found = new ArrayList<>();
        compareObjects("", expected, stored, found);
        return List.copyOf(found);
    }

    private static void compareObjects(String prefix, JsonNode expected, JsonNode stored, List<String> found) {
        String dynamic = stored.path(DYNAMIC).asText("true");
        if (expected.has(DYNAMIC) && !expected.path(DYNAMIC).asText().equals(dynamic)) {
            found.add((prefix.isEmpty() ? "the mapping" : prefix.substring(0, prefix.length() - 1)) + " is dynamic: "
                    + dynamic + ", not " + expected.path(DYNAMIC).asText());
        }
        JsonNode fields = stored.path(PROPERTIES);
        for (Map.Entry<String, JsonNode> field : expected.path(PROPERTIES).properties()) {
            compareField(prefix + field.getKey(), field.getValue(), fields.path(field.getKey()), found);
        }
        fields.fieldNames().forEachRemaining(name -> {
            if (!expected.path(PROPERTIES).has(name)) {
                found.add("field " + prefix + name + " is in the index but not in the definition");
            }
        });
    }

    private static void compareField(String name, JsonNode expected, JsonNode stored, List<String> found) {
        if (stored.isMissingNode()) {
            // Indexers add these to an index of an older version when they open it.
            if (!IndexMapping.added().containsKey(name)) {
                found.add("field " + name + " is not in the index");
            }
            return;
        }
        for (Map.Entry<String, JsonNode> parameter : stored.properties()) {
            String key = parameter.getKey();
            String value = text(parameter.getValue());
            String wanted = text(expected.path(key));
            if (!NOT_COMPARED.contains(key) && !value.equals(wanted)) {
                found.add("field " + name + " has " + key + ": " + value
                        + (wanted.isEmpty() ? " (not in the definition)" : ", not " + wanted));
            }
        }
        if (expected.has(PROPERTIES)) {
            compareObjects(name + ".", expected, stored, found);
        }
    }

    private static String text(JsonNode value) {
        return value.isMissingNode() ? "" : value.isValueNode() ? value.asText() : value.toString();
    }
}
