/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.cli.output.Console;
import io.hbasesearch.cli.output.OutputFormat;
import io.hbasesearch.cli.output.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CheckReportTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream err = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    private final Console console = new Console(err, err, OutputFormat.TABLE, false, Terminal.none());

    private static String broken() {
        throw new AssertionError("verify ended with 130: {\"type\":\"exit_error\"}");
    }

    @Test
    void aCheckThatASignalEndedIsNoFailureAndPrintsNothing() {
        CheckReport report = new CheckReport(console, () -> true);
        assertThatThrownBy(() -> report.check("they agree", CheckReportTest::broken))
                .isInstanceOf(InterruptedException.class);
        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(report.failed()).isZero();
    }

    @Test
    void aCheckThatFailsIsReportedAndTheNextOneRuns() throws InterruptedException {
        CheckReport report = new CheckReport(console, () -> false);
        report.check("they agree", CheckReportTest::broken);
        report.check("another", () -> "fine");
        assertThat(bytes.toString(StandardCharsets.UTF_8)).contains("FAILED they agree", "ok     another: fine");
        assertThat(report.failed()).isEqualTo(1);
    }
}
