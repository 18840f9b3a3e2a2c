/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.gateway.http.TestHttp;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** HBase gives the rows of a first batch, and then no more: what was read is not lost. */
class PartialReadTest {
    private static final String WORDS = "/v1/indexes/words/";
    private static final String SEARCH = WORDS + "search?q=word&size=50";
    private static final int ROWS = 50;

    /** Of rows of which nothing is known yet. */
    private static final int FIRST_BATCH = 20;

    private final GatewayFixture fixture = GatewayFixture.create();
    private final AtomicInteger reads = new AtomicInteger();
    private List<String> keys;
    private TestHttp http;

    @BeforeEach
    void start() {
        keys = IntStream.range(0, ROWS)
                .mapToObj(i -> String.format("w%03d", i))
                .peek(key -> fixture.table.put(key, "d", "gloss", "a word"))
                .toList();
        fixture.searcher.findsUpToSize(keys.stream().map(RowKey::utf8).toList());
        http = fixture.start();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    /** Every read but the first. */
    private void failsWith(ErrorCode code) {
        reads.set(0);
        fixture.table.beforeRead = () -> {
            if (reads.getAndIncrement() > 0) {
                throw new HBaseSearchException(code, "rs-3.internal:16020 says no");
            }
        };
    }

    private static List<String> shown(JsonNode answer) {
        return answer.at("/hits").findValuesAsText("key_text");
    }

    @Test
    void hitsBehindItComeWithoutRowsAndTheAnswerSaysSo() {
        failsWith(ErrorCode.SERVER_UNREACHABLE);

        JsonNode answer = json(http.get(SEARCH));

        assertThat(shown(answer)).as(answer.toString()).isEqualTo(keys);
        assertThat(answer.at("/hits/" + (FIRST_BATCH - 1)).has("columns")).isTrue();
        assertThat(answer.at("/hits/" + FIRST_BATCH).has("columns")).isFalse();
        assertThat(answer.at("/degraded/0").asText()).isEqualTo("hbase");
        assertThat(answer.at("/cut/0/stage").asText()).isEqualTo("fetch");
        assertThat(answer.at("/cut/0/reason").asText()).isEqualTo("down");
        assertThat(answer.at("/cut/0/detail").asText()).contains("20 of 50").doesNotContain("rs-3");
        assertThat(answer.at("/verification/mode").asText()).isEqualTo("none");
        assertThat(answer.at("/verification/checked").asInt()).isEqualTo(FIRST_BATCH);
        assertThat(answer.at("/stale_dropped").asInt()).isZero();
        assertThat(answer.at("/timed_out").asBoolean()).isFalse();
        assertThat(answer.at("/notes/0").asText()).contains("some hits are shown without rows");
    }

    @Test
    void withACheckThePageEndsThereAndItsCursorLeadsToTheRest() {
        failsWith(ErrorCode.TIMED_OUT);

        JsonNode answer = json(http.get(SEARCH + "&verify=exists"));

        assertThat(shown(answer)).as(answer.toString()).isEqualTo(keys.subList(0, FIRST_BATCH));
        assertThat(answer.at("/degraded")).isEmpty();
        assertThat(answer.at("/cut/0/reason").asText()).isEqualTo("time");
        assertThat(answer.at("/timed_out").asBoolean()).isTrue();
        assertThat(answer.at("/partial").asBoolean()).isFalse();
        assertThat(fixture.searcher.searches)
                .as("it is not asked again for this page")
                .hasValue(1);
        fixture.table.beforeRead = () -> {};
        JsonNode rest = json(
                http.get(SEARCH + "&verify=exists&cursor=" + answer.at("/next").asText()));
        assertThat(shown(rest)).isEqualTo(keys.subList(FIRST_BATCH, ROWS));
    }

    @Test
    void aPageBackLacksTheRowsThatAreFurthestAway() {
        String search = SEARCH.replace("50", "45") + "&verify=";
        // Of the rows nothing is known, as none is read before.
        JsonNode first = json(http.get(search + "none"));
        JsonNode last =
                json(http.get(search + "none&cursor=" + first.at("/next").asText()));
        failsWith(ErrorCode.SERVER_UNREACHABLE);

        JsonNode back =
                json(http.get(search + "exists&cursor=" + last.at("/previous").asText()));

        assertThat(shown(back)).as(back.toString()).isEqualTo(keys.subList(45 - FIRST_BATCH, 45));
        assertThat(back.at("/cut/0/reason").asText()).isEqualTo("down");
        fixture.table.beforeRead = () -> {};
        JsonNode beginning =
                json(http.get(search + "exists&cursor=" + back.at("/previous").asText()));
        assertThat(shown(beginning)).isEqualTo(keys.subList(0, 45 - FIRST_BATCH));
    }

    @Test
    void batchListsUnreadKeysAndARequestForThemContinues() {
        failsWith(ErrorCode.SERVER_UNREACHABLE);
        List<String> asked = new ArrayList<>(keys);
        asked.add(0, "nowhere");

        JsonNode answer = batch(asked);

        assertThat(answer.at("/rows").findValuesAsText("key"))
                .as(answer.toString())
                .isEqualTo(keys.subList(0, FIRST_BATCH - 1));
        assertThat(answer.at("/missing").toString()).isEqualTo("[\"nowhere\"]");
        assertThat(answer.at("/cut/0/stage").asText()).isEqualTo("fetch");
        assertThat(answer.at("/cut/0/reason").asText()).isEqualTo("down");
        List<String> left = new ArrayList<>();
        answer.at("/unread").forEach(key -> left.add(key.asText()));
        assertThat(left).isEqualTo(keys.subList(FIRST_BATCH - 1, ROWS));
        fixture.table.beforeRead = () -> {};
        JsonNode rest = batch(left);
        assertThat(rest.at("/rows").findValuesAsText("key")).isEqualTo(left);
        assertThat(rest.at("/cut")).isEmpty();
    }

    private JsonNode batch(List<String> asked) {
        return json(http.postJson(
                WORDS + "rows:batchGet",
                "{\"keyFormat\": \"text\", \"keys\": [\"" + String.join("\", \"", asked) + "\"]}"));
    }

    @Test
    void aSearchFailsWithWhatDoesNotPass() {
        failsWith(ErrorCode.ACCESS_DENIED);
        assertThat(http.get(SEARCH).statusCode()).isEqualTo(502);
        assertThat(reads).hasValueGreaterThan(1);
    }

    @Test
    void soDoesABatch() {
        failsWith(ErrorCode.ACCESS_DENIED);
        String all = "{\"keyFormat\": \"text\", \"keys\": [\"" + String.join("\", \"", keys) + "\"]}";
        assertThat(http.postJson(WORDS + "rows:batchGet", all).statusCode()).isEqualTo(502);
        assertThat(reads).hasValueGreaterThan(1);
    }
}
