/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hbasesearch.client.SearchResponse;
import java.util.ArrayList;
import java.util.List;

/** A page of hits as an agent reads it: with the API's names, without what repeats the fields. For one thread. */
final class SearchPage {
    /** Hits are for choosing among rows: a value of many pages would leave no room for the others. */
    static final Limited LIMITS = new Limited(1_000, 1_000);

    private static final int ROOM_FOR_A_NOTE = 200;

    private final SearchResponse found;
    private final boolean columns;
    private final List<String> notes;

    /** @param columns whether hits show their cells, too */
    SearchPage(SearchResponse found, boolean columns) {
        this.found = found;
        this.columns = columns;
        this.notes = new ArrayList<>(found.notes());
    }

    void note(String note) {
        notes.add(note);
    }

    int hits() {
        return found.hits().size();
    }

    /** Returns how many of the first hits fit into a result; at least 1. */
    int fitting() {
        int left = Limited.MOST_CHARACTERS
                - ROOM_FOR_A_NOTE
                - head(LIMITS).toString().length();
        int fitting = 0;
        for (SearchResponse.Hit hit : found.hits()) {
            left -= hit(hit, LIMITS).toString().length() + 1;
            if (left < 0) {
                break;
            }
            fitting++;
        }
        return Math.max(1, fitting);
    }

    ObjectNode render(Limited limits) {
        ObjectNode page = head(limits);
        ArrayNode hits = page.putArray("hits");
        found.hits().forEach(hit -> hits.add(hit(hit, limits)));
        return page;
    }

    private ObjectNode head(Limited limits) {
        ObjectNode head = JsonNodeFactory.instance.objectNode();
        head.put("index", found.index());
        head.set("total", Limited.json(found.total()));
        putUnlessEmpty(head, "notes", notes);
        ObjectNode all = Limited.json(found);
        all.retain("next", "previous", "did_you_mean", "complete", "as_of");
        head.setAll(all);
        putIfTrue(head, "view_lost", found.viewLost());
        putIfTrue(head, "timed_out", found.timedOut());
        putIfTrue(head, "partial", found.partial());
        putUnlessEmpty(head, "cut", found.cut());
        putUnlessEmpty(head, "degraded", found.degraded());
        if (!found.facets().isEmpty()) {
            head.set("facets", limits.shortened(Limited.json(found.facets())));
        }
        return head;
    }

    private ObjectNode hit(SearchResponse.Hit hit, Limited limits) {
        ObjectNode shown = Limited.json(hit);
        shown.retain("index", "key", "score", "matching_cells", "distance", "unmappable");
        if (hit.keyText() != null && !hit.keyText().equals(hit.key())) {
            shown.put("key_text", hit.keyText());
        }
        JsonNode fields = Limited.json(hit.fields());
        JsonNode shorter = limits.shortened(fields);
        shown.set("fields", shorter);
        if (columns) {
            shown.set("columns", limits.shortened(Limited.json(hit.columns())));
        }
        // Whole values contain what the highlights show.
        if (!shorter.equals(fields) && !hit.highlights().isEmpty()) {
            shown.set("highlights", limits.shortened(Limited.json(hit.highlights())));
        }
        return shown;
    }

    private static void putIfTrue(ObjectNode head, String name, boolean value) {
        if (value) {
            head.put(name, true);
        }
    }

    private static void putUnlessEmpty(ObjectNode head, String name, List<?> values) {
        if (!values.isEmpty()) {
            head.set(name, Limited.json(values));
        }
    }
}
