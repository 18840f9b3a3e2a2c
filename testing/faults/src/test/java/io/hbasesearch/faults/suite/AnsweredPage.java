/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.faults.Expected;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the gateway answered to a search for everything that lacks nothing. Immutable. */
final class AnsweredPage {
    private static final ObjectMapper JSON = new ObjectMapper();
    private final JsonNode body;
    private final int size;

    /** @param size how many hits were asked for */
    AnsweredPage(JsonNode body, int size) {
        this.body = body;
        this.size = size;
    }

    /** What differs from the rows, each as one line with the row's key; never its values. */
    List<String> differences(Expected expected) {
        List<String> differences = new ArrayList<>();
        JsonNode total = body.path("total");
        if (total.path("value").asInt(-1) != expected.documents().size()) {
            differences.add("the gateway says that there are " + total + " documents of "
                    + expected.documents().size());
        }
        JsonNode hits = body.path("hits");
        int whole = Math.min(size, expected.documents().size());
        if (hits.size() != whole) {
            differences.add("the gateway returned " + hits.size() + " hits of " + whole);
        }
        Set<RowKey> seen = new HashSet<>();
        for (JsonNode hit : hits) {
            RowKey row =
                    RowKey.wrap(Base64.getUrlDecoder().decode(hit.path("key").asText()));
            Map<String, Object> fields =
                    JSON.convertValue(hit.path("fields"), new TypeReference<TreeMap<String, Object>>() {});
            if (!seen.add(row)) {
                differences.add("the gateway returned " + row + " twice");
            } else if (!fields.equals(expected.documents().get(row))) {
                differences.add("the gateway returned " + row + " otherwise than it is, in fields " + fields.keySet());
            }
        }
        return differences;
    }
}
