/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** That the table and the index answer the same request with the same rows. For one thread. */
final class Parity {
    private static final int PAGE = 7;

    private final GatewayStand stand;

    Parity(GatewayStand stand) {
        this.stand = stand;
    }

    /** False if row keys cannot answer it, so that there is nothing to compare. */
    boolean holdsFor(Map<String, Object> request) {
        Map<String, Object> byKey = with(request, "sort", "_key", "size", PAGE);
        HttpResponse<String> first = stand.post("/search", with(byKey, "plan", "table"));
        if (first.statusCode() == 400) {
            assertThat(GatewayStand.json(first.body()).at("/parameter").asText())
                    .as(first.body())
                    .isEqualTo("plan");
            return false;
        }
        List<List<String>> ofTable = pages(with(byKey, "plan", "table"));
        assertThat(flat(ofTable)).as("%s", request).isEqualTo(flat(pages(with(byKey, "plan", "search"))));
        Map<String, Object> asChosen = with(request, "size", 500);
        assertThat(keys(with(asChosen, "plan", "auto")))
                .as("as chosen: %s", request)
                .isEqualTo(keys(with(asChosen, "plan", "search")));
        assertThat(count(with(request, "plan", "table"))).isEqualTo(count(with(request, "plan", "search")));
        return true;
    }

    static Map<String, Object> with(Map<String, Object> request, Object... more) {
        Map<String, Object> changed = new LinkedHashMap<>(request);
        for (int i = 0; i < more.length; i += 2) {
            changed.put((String) more[i], more[i + 1]);
        }
        return changed;
    }

    private static List<String> flat(List<List<String>> pages) {
        return pages.stream().flatMap(List::stream).toList();
    }

    private List<String> keys(Map<String, Object> request) {
        return GatewayStand.keys(whole(stand.post("/search", request)));
    }

    /** What time cut says nothing of either plan: a difference would be one of the machine's speed. */
    private static JsonNode whole(HttpResponse<String> response) {
        JsonNode answer = GatewayStand.answer(response);
        assertThat(answer.path("cut")).as(response.body()).isEmpty();
        assertThat(answer.path("degraded")).as(response.body()).isEmpty();
        return answer;
    }

    /** A count has no keys to be written in a format. */
    private long count(Map<String, Object> request) {
        Map<String, Object> keyless = with(request);
        keyless.remove("keyFormat");
        JsonNode answer = whole(stand.post("/count", keyless));
        assertThat(answer.at("/total/relation").asText()).as(answer.toString()).isEqualTo("eq");
        return answer.at("/total/value").asLong();
    }

    /** The keys of all pages, forth, after the way back has shown the same ones. */
    private List<List<String>> pages(Map<String, Object> request) {
        List<List<String>> all = new ArrayList<>();
        JsonNode page = whole(stand.post("/search", request));
        all.add(GatewayStand.keys(page));
        while (page.has("next")) {
            page = follow(request, page, "next");
            all.add(GatewayStand.keys(page));
        }
        List<List<String>> back = new ArrayList<>();
        while (page.has("previous")) {
            page = follow(request, page, "previous");
            back.add(0, GatewayStand.keys(page));
        }
        assertThat(back).as("back: %s", request).isEqualTo(all.subList(0, all.size() - 1));
        return all;
    }

    private JsonNode follow(Map<String, Object> request, JsonNode page, String way) {
        return whole(
                stand.post("/search", with(request, "cursor", page.at("/" + way).asText())));
    }
}
