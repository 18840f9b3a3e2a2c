/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LineProgressTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @Test
    void neverShowsEverythingDoneBeforeItIs() {
        LineProgress progress = new LineProgress(err, new JsonLine("Loading"), 10, Duration.ZERO);
        progress.update(9, "lag 3");
        assertThat(text()).contains("\"percent_done\":90", "\"seconds_remaining\":", "\"note\":\"lag 3\"");

        progress.finish();
        assertThat(text()).contains("\"done\":10,", "\"percent_done\":100");
    }

    /** An index that lacks rows tells too few of them. */
    @Test
    void promisesNothingOnceThereIsMoreThanWasExpected() {
        LineProgress json = new LineProgress(err, new JsonLine("Verifying"), 10, Duration.ZERO);
        json.update(10, "");
        json.update(25, "");
        assertThat(text())
                .contains("\"done\":10,", "\"done\":25,")
                .doesNotContain("percent_done", "seconds_remaining", "total");
        json.finish();
        assertThat(text()).contains("\"total\":25,\"percent_done\":100,\"seconds_remaining\":0");

        bytes.reset();
        LineProgress text = new LineProgress(err, new TextLine("Verifying", "rows"), 10, Duration.ZERO);
        text.update(25, "");
        assertThat(text()).startsWith("Verifying: 25 rows, ").doesNotContain("%", "left");
    }

    @Test
    void rateIgnoresEarlierWorkAndTotalMayBecomeKnownLater() {
        LineProgress json =
                new LineProgress(err, new JsonLine("Reindexing"), 1_000_000_000, Progress.UNKNOWN, Duration.ZERO);
        json.update(1_000_000_000, "");
        assertThat(text()).contains("\"per_second\":0").doesNotContain("percent_done");
        json.expect(4_000_000_000L);
        json.update(1_000_000_000, "");
        assertThat(text()).contains("\"percent_done\":25");
    }

    @Test
    void isSilentBetweenItsIntervals() {
        LineProgress progress = new LineProgress(err, new TextLine("Loading", "rows"), 10, Duration.ofHours(1));
        progress.update(5, "");
        assertThat(text()).isEmpty();

        progress.finish();
        assertThat(text()).startsWith("Loading: 100 %, 10 of 10 rows");
    }

    private String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
