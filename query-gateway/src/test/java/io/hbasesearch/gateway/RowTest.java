/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.gateway.http.TestHttp;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowTest {
    private static final String ROWS = "/v1/indexes/words/rows/";

    private final GatewayFixture fixture = GatewayFixture.create();
    private TestHttp http;

    @BeforeEach
    void start() {
        fixture.table.put("a/b %鲸", "d", "gloss", "a whale");
        http = fixture.start();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @ParameterizedTest
    @CsvSource({
        "YS9iICXpsrg,",
        "612f622025e9b2b8, hex",
        "a%2Fb%20%25%E9%B2%B8, text",
        "a%2Fb%20%25%5CxE9%5Cxb2%5Cxb8, binary",
    })
    void aRowIsFoundByItsKeyInEveryFormat(String key, String format) {
        HttpResponse<String> response = http.get(ROWS + key + (format == null ? "" : "?keyFormat=" + format));

        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        JsonNode row = json(response);
        assertThat(row.at("/key_text").asText()).isEqualTo("a/b %鲸");
        assertThat(row.at("/table").asText()).isEqualTo("default:words");
        assertThat(row.at("/fields/gloss").asText()).isEqualTo("a whale");
        assertThat(row.at("/columns/d:gloss/value").asText()).isEqualTo("a whale");
        assertThat(fixture.searcher.searches).hasValue(0);
    }

    @Test
    void aRowThatIsNotThereIsNotFound() {
        HttpResponse<String> response = http.get(ROWS + RowKey.utf8("nobody").base64Url());

        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(json(response).at("/code").asText()).isEqualTo("NOT_FOUND");
    }

    @ParameterizedTest
    @CsvSource({"YS9iICXpsr, base64url", "zz, hex", "a%5C, binary", "a%00b!, base64url"})
    void aKeyThatCannotBeReadIsRefused(String key, String format) {
        HttpResponse<String> response = http.get(ROWS + key + "?keyFormat=" + format);

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(json(response).at("/code").asText()).isEqualTo("USAGE");
    }

    @Test
    void severalVersionsOfCellsComeIfTheyAreAskedFor() {
        String path = ROWS + RowKey.utf8("a/b %鲸").base64Url();

        JsonNode row = json(http.get(path + "?versions=3"));

        assertThat(row.at("/versions/d:gloss")).hasSize(3);
        assertThat(row.at("/versions/d:gloss/2/timestamp").asLong()).isEqualTo(FakeTable.TIMESTAMP - 2);
        assertThat(row.at("/as_of/basis").asText()).isEqualTo("table");
        assertThat(json(http.get(path)).has("versions")).isFalse();
    }

    @Test
    void aBatchTellsTheRowsThatAreThereAndTheKeysThatAreNot() {
        fixture.table.put("b", "d", "gloss", "a boat");

        JsonNode answer = json(http.postJson(
                "/v1/indexes/words/rows:batchGet",
                "{\"keys\": [\"b\", \"gone\", \"a/b %鲸\"], \"keyFormat\": \"text\", \"columns\": [\"d\"]}"));

        assertThat(answer.at("/rows")).hasSize(2);
        assertThat(answer.at("/rows/0/key").asText()).isEqualTo("b");
        assertThat(answer.at("/rows/1/columns/d:gloss/value").asText()).isEqualTo("a whale");
        assertThat(answer.at("/missing")).hasSize(1);
        assertThat(answer.at("/missing/0").asText()).isEqualTo("gone");
        assertThat(fixture.table.reads).hasValue(1);
    }

    @Test
    void everyKeyOfABatchThatCannotBeReadIsNamed() {
        HttpResponse<String> response = http.postJson(
                "/v1/indexes/words/rows:batchGet", "{\"keys\": [\"zz\", \"00\", \"0\"], \"keyFormat\": \"hex\"}");

        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(json(response).at("/errors").findValuesAsText("pointer")).containsExactly("#/keys/0", "#/keys/2");
        assertThat(http.postJson("/v1/indexes/words/rows:batchGet", "{}").statusCode())
                .isEqualTo(400);
        assertThat(fixture.table.reads).hasValue(0);
    }

    @Test
    void aKeyThatNoPathHoldsIsReadByABatch() {
        RowKey longest = RowKey.copyOf(new byte[RowKey.MAX_LENGTH]);
        RowKey withNull = RowKey.utf8("a\0b");
        for (RowKey row : List.of(longest, withNull)) {
            fixture.table.put(row, ColumnName.of("d", "gloss"), ByteArray.utf8("here"));
            JsonNode found =
                    json(http.postJson("/v1/indexes/words/rows:batchGet", "{\"keys\": [\"" + row.base64Url() + "\"]}"));
            assertThat(found.at("/rows/0/key").asText()).isEqualTo(row.base64Url());
        }
        JsonNode found = json(http.postJson(
                "/v1/indexes/words/rows:batchGet", "{\"keys\": [\"a\\u0000b\"], \"keyFormat\": \"text\"}"));
        assertThat(found.at("/rows")).hasSize(1);
        HttpResponse<String> tooLong = http.get("/v1/indexes/words/rows/" + longest.base64Url());
        assertThat(tooLong.statusCode()).isEqualTo(414);
        assertThat(json(tooLong).at("/hint").asText()).contains("/rows:batchGet");
        HttpResponse<String> inHex = http.postJson(
                "/v1/indexes/words/rows:batchGet",
                "{\"keyFormat\": \"hex\", \"keys\": [\"" + longest.bytes().hex() + "\"]}");
        assertThat(inHex.statusCode()).isEqualTo(413);
        assertThat(json(inHex).at("/hint").asText()).contains("base64url");
        HttpResponse<String> asText = http.get("/v1/indexes/words/rows/a%00b?keyFormat=text");
        assertThat(asText.statusCode()).isEqualTo(400);
        assertThat(json(asText).at("/hint").asText()).as(asText.body()).contains("base64url", "binary");
        assertThat(http.get("/v1/indexes/words/rows/a%5Cx00b?keyFormat=binary").statusCode())
                .isEqualTo(200);
    }

    @Test
    void aRowIsFoundByTheFieldsOfItsKey() {
        fixture.offer(PlanTest.byUserAndDay());
        fixture.table.put(PlanTest.key(7, "a"), "d", "gloss", "seven");

        JsonNode answer = json(http.get("/v1/indexes/words/rows?part.user=7&part.item=a"));

        assertThat(answer.at("/rows/0/fields/gloss").asText()).isEqualTo("seven");
        assertThat(answer.at("/rows/0/key_text").asText()).isEqualTo(PlanTest.key(7, "a"));
        assertThat(http.get("/v1/indexes/words/rows?part.user=8&part.item=a").statusCode())
                .isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({
        "part.usr=7&part.item=a, part.usr, Did you mean",
        "part.user=seven&part.item=a, part.user,",
        "part.user=7, part.*, part.<field>",
        "keyFormat=text, part.*, part.<field>",
    })
    void partsThatDoNotMakeAKeyAreNamed(String query, String parameter, String hint) {
        fixture.offer(PlanTest.byUserAndDay());

        HttpResponse<String> response = http.get("/v1/indexes/words/rows?" + query);

        assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
        assertThat(json(response).at("/parameter").asText()).isEqualTo(parameter);
        assertThat(json(response).at("/hint").asText()).contains(hint == null ? "" : hint);
    }

    private void offerKeys(String parts) {
        fixture.offer(DefinitionText.read(
                "words",
                """
                table: words
                rowKey: {spec: {parts: {%s}}}
                fields: {gloss: {column: 'd:gloss', type: text}}
                """
                        .formatted(parts)));
    }

    private JsonNode byParts(String query) {
        return json(http.get("/v1/indexes/words/rows?" + query));
    }

    @ParameterizedTest
    @CsvSource({
        "'phone: {type: ascii, transform: reverse}', 87654321831, 87650000831, 97654321831",
        "'phone: {type: ascii, width: 11, transform: rotate 4}', 56781381234, 56781380000, 56791381234",
        "'salt: {kind: hash, function: md5, of: city, take: 2}, city: {type: ascii, width: 2}, phone: {type: ascii, transform: reverse}',"
                + " 35vi87654321831, 35vi87650000831, 35vi97654321831"
    })
    void rowsAreFoundByTheEndOfAPartThatKeysHaveReversed(String parts, String one, String two, String other) {
        offerKeys(parts);
        for (String key : List.of(one, two, other)) {
            fixture.table.put(key, "d", "gloss", "x");
        }
        JsonNode answer = byParts("part.phone=*5678" + (parts.contains("salt") ? "&part.city=vi" : ""));
        assertThat(answer.at("/rows").findValuesAsText("key_text"))
                .as(answer.toString())
                .containsExactlyInAnyOrder(one, two);
        assertThat(answer.at("/cut")).isEmpty();
        assertThat(http.get("/v1/indexes/words/rows?part.phone=*5670" + (parts.contains("salt") ? "&part.city=vi" : ""))
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void anEndThatKeysDoNotHaveIsRefusedWithTheReason() {
        offerKeys("phone: {type: ascii}");
        JsonNode refused = byParts("part.phone=*5678");
        assertThat(refused.at("/status").asInt()).isEqualTo(400);
        assertThat(refused.at("/parameter").asText()).isEqualTo("part.phone");
        assertThat(refused.at("/detail").asText())
                .contains("cannot be found by the end of phone: no predicate tells how the keys begin");
        assertThat(refused.at("/hint").asText()).contains("transform: reverse", "q=phone:*end");
        offerKeys("user: {type: decimal, width: 4}");
        assertThat(byParts("part.user=*7").at("/detail").asText()).contains("only texts have ends");
        assertThat(byParts("part.usr=*7").at("/hint").asText()).contains("Did you mean");
    }

    @Test
    void ofManyRowsWithOneEndTheAnswerHasSomeAndSaysSo() {
        offerKeys("phone: {type: ascii, transform: reverse}");
        for (int i = 0; i < 1_100; i++) {
            fixture.table.put("8765" + (10_000 + i), "d", "gloss", "x");
        }
        JsonNode answer = byParts("part.phone=*5678&columns=d:gloss");
        assertThat(answer.at("/rows")).hasSize(1_000);
        assertThat(answer.at("/cut/0/stage").asText()).isEqualTo("scan");
        assertThat(answer.at("/cut/0/detail").asText()).contains("more than 1000 rows match", "plan=table");
    }

    @Test
    void withoutADeclaredKeyPartsAreRefused() {
        assertThat(json(http.get("/v1/indexes/words/rows?part.user=7"))
                        .at("/detail")
                        .asText())
                .contains("does not declare the parts of row keys");
    }

    private void offerWide(String cells, int columns) {
        fixture.offer(DefinitionText.read(
                "words",
                """
                table: words
                unit: cell
                fields: {owner: {column: "m:owner", type: keyword}}
                cells: {columns: "d:*", %s values: {text: {type: text}}}
                """
                        .formatted(cells)));
        fixture.table.put("wide", "m", "owner", "Ann");
        for (int i = 0; i < columns; i++) {
            fixture.table.put("wide", "d", String.format("c%05d", i), "text");
        }
    }

    private JsonNode wide(String query) {
        return json(http.get(ROWS + "wide?keyFormat=text" + query));
    }

    @ParameterizedTest
    @ValueSource(strings = {"buckets: 4, maxCells: 100,", "maxCells: 100,", "maxCells: 20000,"})
    void ofAVeryWideRowTheFirstColumnsAreShownAndTheAnswerSaysSo(String cells) {
        offerWide(cells, 12_000);

        JsonNode row = wide("");

        assertThat(row.path("columns").size()).isBetween(10_000, 10_010);
        assertThat(row.at("/columns/m:owner/value").asText()).isEqualTo("Ann");
        assertThat(row.at("/cut/0/stage").asText()).isEqualTo("columns");
        assertThat(row.at("/cut/0/detail").asText()).contains("more than 10000 columns");
        assertThat(wide("&columns=d").at("/cut")).hasSize(1);
        assertThat(wide("&columns=d:c11999").at("/columns/d:c11999/value").asText())
                .isEqualTo("text");
    }

    /** More than there may be in a bucket, and than one piece has of which wide rows are read. */
    @ParameterizedTest
    @ValueSource(strings = {"buckets: 4, maxCells: 100,", "maxCells: 100,", "maxCells: 20000,"})
    void anyOtherRowIsShownWhole(String cells) {
        offerWide(cells, 9_000);

        JsonNode row = wide("");

        assertThat(row.path("columns")).hasSize(9_001);
        assertThat(row.has("cut")).isFalse();
        assertThat(wide("&columns=d").path("columns")).hasSize(9_000);
        JsonNode versions = wide("&versions=2");
        assertThat(versions.path("versions")).hasSize(9_001);
        assertThat(versions.at("/cut/0/detail").asText())
                .as("what HBase is asked for is bounded by cells")
                .contains("more than 10000 cells (each version counts)");
    }

    @Test
    void theRowsOfABatchShareWhatOneAnswerHolds() {
        offerWide("buckets: 4,", 3_000);

        JsonNode few = batch(10);
        assertThat(few.at("/rows/0/columns")).hasSize(3_001);
        assertThat(few.at("/rows/0").has("cut")).isFalse();

        JsonNode many = batch(100);
        assertThat(many.at("/rows/0/columns").size()).isBetween(2_000, 2_010);
        assertThat(many.at("/rows/0/cut/0/detail").asText()).contains("more than 2000 columns", "fewer rows");
        assertThat(many.path("missing")).hasSize(99);
    }

    private JsonNode batch(int keys) {
        String others =
                IntStream.range(1, keys).mapToObj(i -> ", \"gone" + i + "\"").collect(Collectors.joining());
        return json(http.postJson(
                "/v1/indexes/words/rows:batchGet", "{\"keys\": [\"wide\"" + others + "], \"keyFormat\": \"text\"}"));
    }
}
