/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.baseline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class RawElasticsearchTest {
    private static final byte[] LINES = "{}\n".getBytes(UTF_8);

    private static void bulk(String answer) throws Exception {
        try (FakeElasticsearch server = FakeElasticsearch.answering(request -> answer)) {
            server.client().bulk("mail", LINES);
        }
    }

    private static String failed(String... types) {
        StringBuilder items = new StringBuilder();
        for (String type : types) {
            items.append(items.isEmpty() ? "" : ",")
                    .append("{\"index\":{\"error\":{\"type\":\"")
                    .append(type)
                    .append("\"}}}");
        }
        return "{\"errors\":true,\"items\":[" + items + "]}";
    }

    @Test
    void aBulkRequestIsRefusedIfElasticsearchHadNoRoomForSomeOfIt() throws Exception {
        bulk("{\"errors\":false}");
        assertThatExceptionOfType(BulkRefusedException.class)
                .isThrownBy(() -> bulk(failed("es_rejected_execution_exception")));
    }

    @Test
    void whatFailsForAnotherReasonIsNoMatterOfRoom() {
        assertThatIOException()
                .isThrownBy(() -> bulk(failed("es_rejected_execution_exception", "mapper_parsing_exception")))
                .isNotInstanceOf(BulkRefusedException.class)
                .withMessageContaining("mapper_parsing_exception");
    }

    @Test
    void refreshesAreTimedFromAnEarlierCount() {
        RefreshTimes since = new RefreshTimes(7, 900).minus(new RefreshTimes(3, 100));
        assertThat(since.number()).isEqualTo(4);
        assertThat(since.meanMillis()).isEqualTo(200);
        assertThatIllegalStateException()
                .isThrownBy(() -> new RefreshTimes(0, 0).meanMillis())
                .withMessage("nothing was refreshed");
    }
}
