/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.baseline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.hbasesearch.benchmarks.baseline.RawElasticsearch.RefreshTimes;
import io.hbasesearch.benchmarks.baseline.RawElasticsearch.RefusedException;
import org.junit.jupiter.api.Test;

class RawElasticsearchTest {
    private static final byte[] LINES = "{}\n".getBytes(UTF_8);

    @Test
    void aBulkRequestOfWhichSomethingWasNotTakenIsRefused() throws Exception {
        try (FakeElasticsearch server = FakeElasticsearch.answering(request -> "{\"errors\":true}")) {
            assertThatExceptionOfType(RefusedException.class)
                    .isThrownBy(() -> server.client().bulk("mail", LINES, LINES.length));
        }
        try (FakeElasticsearch server = FakeElasticsearch.answering(request -> "{\"errors\":false}")) {
            server.client().bulk("mail", LINES, LINES.length);
        }
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
