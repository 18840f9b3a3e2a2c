/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** On a terminal; what it draws last stays there. */
class BarProgressTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    private final Console console =
            new Console(err, err, OutputFormat.TABLE, false, new Terminal(false, false, true, 160, false));

    @Test
    void showsHowMuchOfWhatIsDoneHowFastAndWhy() {
        try (BarProgress bar = new BarProgress(console, "Reindexing", 25, 100, "rows")) {
            bar.update(50, "paused");
        }
        assertThat(drawn())
                .contains("Reindexing", "50%", "50/100 rows", " rows/s", " paused")
                .doesNotContain("spaused");
    }

    @Test
    void promisesNothingOnceThereIsMoreThanWasExpectedAndEndsWhole() {
        try (BarProgress bar = new BarProgress(console, "Reindexing", 0, 100, "rows")) {
            bar.update(150, "");
        }
        assertThat(drawn()).contains("? %", "150/?");
        bytes.reset();
        try (BarProgress bar = new BarProgress(console, "Reindexing", 0, 100, "rows")) {
            bar.update(150, "");
            bar.finish();
        }
        assertThat(drawn()).contains("100%", "150/150 rows");
    }

    @Test
    void learnsWhatThereIsToDo() {
        try (BarProgress bar = new BarProgress(console, "Reindexing", 0, Progress.UNKNOWN, "rows")) {
            bar.expect(200);
            bar.update(50, "");
        }
        assertThat(drawn()).contains("25%", "50/200 rows");
    }

    /** The line as it is at the end. */
    private String drawn() {
        String all = bytes.toString(StandardCharsets.UTF_8).strip();
        return all.substring(all.lastIndexOf('\r') + 1);
    }
}
