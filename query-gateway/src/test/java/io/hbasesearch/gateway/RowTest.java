/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static io.hbasesearch.gateway.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.gateway.http.TestHttp;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
}
