/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.gateway.http.TestHttp;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows of a kilobyte, and answers of ten. */
class AnswerBytesTest {
    private static final String WORDS = "/v1/indexes/words/";
    private static final int ROWS = 60;
    private static final int MOST_ROWS = 9;

    private final GatewayFixture fixture = GatewayFixture.with(10_000, 10);
    private List<String> keys;
    private TestHttp http;

    @BeforeEach
    void start() {
        fixture.offer(PlanTest.byUserAndDay());
        keys = IntStream.range(0, ROWS)
                .mapToObj(i -> PlanTest.key(7, String.format("w%03d", i)))
                .peek(key -> fixture.table.put(key, "d", "gloss", "x".repeat(1_024)))
                .toList();
        fixture.searcher.findsUpToSize(keys.stream().map(RowKey::utf8).toList());
        http = fixture.start();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private static List<String> shown(JsonNode answer) {
        return answer.at("/hits").findValuesAsText("key_text");
    }

    private void requireTold(JsonNode answer) {
        assertThat(answer.at("/cut/0/stage").asText()).as(answer.toString()).isEqualTo("bytes");
        assertThat(answer.at("/cut/0/detail").asText()).contains("10000 bytes", "gateway.maxAnswerBytes");
        assertThat(answer.at("/timed_out").asBoolean()).isFalse();
        assertThat(answer.at("/partial").asBoolean()).isFalse();
    }

    @Test
    void pagesOfTheIndexEndEarlySayWhyAndTheirCursorsLeadToEveryRow() {
        String search = WORDS + "search?q=word&size=50";
        List<String> found = new ArrayList<>();
        JsonNode page = json(http.get(search));
        JsonNode first = page;
        requireTold(page);
        while (page.has("next")) {
            assertThat(shown(page)).hasSizeLessThanOrEqualTo(MOST_ROWS);
            found.addAll(shown(page));
            page = json(http.get(search + "&cursor=" + page.at("/next").asText()));
        }
        found.addAll(shown(page));

        assertThat(found).isEqualTo(keys);
        // What is known of the rows by then keeps more than one answer's from being read at once.
        int most = fixture.table.mostRead.get();
        assertThat(most).isLessThanOrEqualTo(20);
        JsonNode back = json(http.get(search + "&cursor=" + page.at("/previous").asText()));
        requireTold(back);
        int end = keys.indexOf(shown(page).get(0));
        assertThat(shown(back)).isEqualTo(keys.subList(end - MOST_ROWS, end));
        assertThat(shown(first)).isEqualTo(keys.subList(0, MOST_ROWS));
    }

    @Test
    void pagesOfTheTableDoToo() {
        String scan = WORDS + "search?filter=user:7&size=50";
        List<String> found = new ArrayList<>();
        JsonNode page = json(http.get(scan));
        assertThat(page.at("/plan").asText()).isEqualTo("table");
        requireTold(page);
        while (page.has("next")) {
            assertThat(shown(page)).hasSizeLessThanOrEqualTo(MOST_ROWS);
            found.addAll(shown(page));
            page = json(http.get(scan + "&cursor=" + page.at("/next").asText()));
        }
        found.addAll(shown(page));

        assertThat(found).isEqualTo(keys);
        assertThat(http.get(WORDS + "search?filter=user:7&from=40&size=5").statusCode())
                .isEqualTo(400);
    }

    @Test
    void aStreamHasPagesOfThatManyBytesAndIsWhole() {
        List<String> lines = http.get(WORDS + "stream?q=word").body().lines().toList();

        assertThat(lines.stream().filter(line -> line.startsWith("{\"hit\""))).hasSize(ROWS);
        assertThat(lines.stream().filter(line -> line.startsWith("{\"cursor\"")))
                .hasSizeGreaterThanOrEqualTo(ROWS / MOST_ROWS);
        JsonNode end = json(lines.get(lines.size() - 1)).at("/end");
        assertThat(end.at("/hits").asInt()).isEqualTo(ROWS);
        assertThat(end.at("/cut")).isEmpty();
    }

    @Test
    void aBatchNamesTheKeysThatItHasNoRoomForAndTheyGoOn() {
        List<String> left = new ArrayList<>(keys);
        left.add(3, "nowhere");
        List<String> found = new ArrayList<>();
        AtomicInteger answers = new AtomicInteger();
        while (!left.isEmpty()) {
            answers.incrementAndGet();
            JsonNode answer = json(http.postJson(
                    WORDS + "rows:batchGet",
                    "{\"keyFormat\": \"text\", \"versions\": 2, \"keys\": [\"" + String.join("\", \"", left) + "\"]}"));
            assertThat(answer.at("/rows").size()).as(answer.toString()).isBetween(1, MOST_ROWS);
            found.addAll(answer.at("/rows").findValuesAsText("key"));
            left.clear();
            answer.at("/unread").forEach(key -> left.add(key.asText()));
        }

        assertThat(found).isEqualTo(keys);
        // Each row has its newest cell, and two versions of it.
        assertThat(answers.get()).isGreaterThanOrEqualTo(ROWS / 3);
    }

    @Test
    void aSingleRowComesWholeHoweverLargeItIs() {
        fixture.table.put(keys.get(0), "d", "gloss", "x".repeat(30_000));

        JsonNode row = json(http.get(WORDS + "rows/" + keys.get(0) + "?keyFormat=text"));
        JsonNode page = json(http.get(WORDS + "search?q=word&size=5"));

        assertThat(row.at("/columns/d:gloss/value").asText()).hasSize(30_000);
        assertThat(shown(page)).containsExactly(keys.get(0));
        requireTold(page);
    }
}
