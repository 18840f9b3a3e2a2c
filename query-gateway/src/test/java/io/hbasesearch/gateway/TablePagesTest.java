/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.PlanTest.key;
import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.gateway.http.TestHttp;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pages of rows that the table gives, forth and back. */
class TablePagesTest {
    private static final String SEARCH = "/v1/indexes/words/search?";

    private final GatewayFixture fixture = GatewayFixture.create();
    private TestHttp http;

    @BeforeEach
    void start() {
        fixture.offer(PlanTest.byUserAndDay());
        for (int user = 6; user <= 8; user++) {
            for (String item : List.of("a", "b", "c")) {
                fixture.table.put(key(user, item), "d", "gloss", "word " + item);
            }
        }
        http = fixture.start();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private static List<String> keys(JsonNode answer) {
        return answer.at("/hits").findValuesAsText("key_text");
    }

    private JsonNode page(String cursor) {
        return json(http.get(SEARCH + "filter=user:%5B6%20TO%208%5D&plan=table&size=2" + cursor));
    }

    private JsonNode follow(JsonNode page, String way) {
        return page("&cursor=" + page.at("/" + way).asText());
    }

    @Test
    void pagesOfTheTableGoBackAsTheyCame() {
        List<JsonNode> pages = new ArrayList<>(List.of(page("")));
        while (pages.get(pages.size() - 1).has("next")) {
            pages.add(follow(pages.get(pages.size() - 1), "next"));
        }
        assertThat(pages).hasSize(5);
        assertThat(pages.get(0).has("previous")).isFalse();

        JsonNode back = pages.get(4);
        for (int i = 3; i >= 0; i--) {
            back = follow(back, "previous");
            assertThat(keys(back)).as("page " + i).isEqualTo(keys(pages.get(i)));
            assertThat(keys(follow(back, "next"))).isEqualTo(keys(pages.get(i + 1)));
        }
        assertThat(back.has("previous")).isFalse();
        assertThat(back.at("/total/relation").asText()).isEqualTo("gte");
    }

    @Test
    void aPageBackWhoseRowsAreGoneEndsAtTheBeginning() {
        JsonNode second = follow(page(""), "next");
        fixture.table.delete(key(6, "a"));
        fixture.table.delete(key(6, "b"));

        JsonNode back = follow(second, "previous");

        assertThat(keys(back)).isEmpty();
        assertThat(back.has("previous")).isFalse();
    }

    @Test
    void anEmptyLastPageLeadsBackToTheRowsBeforeIt() {
        JsonNode last = follow(follow(follow(page(""), "next"), "next"), "next");
        fixture.table.delete(key(8, "c"));
        JsonNode empty = follow(last, "next");

        assertThat(keys(empty)).isEmpty();
        assertThat(keys(follow(empty, "previous"))).isEqualTo(keys(last));
    }

    @Test
    void pagesOfGetsGoBackToo() {
        String gets = "filter=user:7&filter=item:(a%20OR%20b%20OR%20c)&size=1";
        JsonNode first = json(http.get(SEARCH + gets));
        JsonNode second =
                json(http.get(SEARCH + gets + "&cursor=" + first.at("/next").asText()));
        JsonNode back = json(
                http.get(SEARCH + gets + "&cursor=" + second.at("/previous").asText()));

        assertThat(fixture.table.scans).hasValue(0);
        assertThat(keys(second)).containsExactly(key(7, "b"));
        assertThat(keys(back)).containsExactly(key(7, "a"));
    }
}
