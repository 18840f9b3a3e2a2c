/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.cli.output.OutputFormat;
import io.hbasesearch.core.error.ExitCode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SessionTest {
    private static final String TERMINAL = "hbasesearch.terminal";

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @AfterEach
    void noTerminal() {
        System.clearProperty(TERMINAL);
    }

    @Test
    void anyAnswerButYesEndsTheCommandWithTheNextStep() {
        assertThatThrownBy(() -> session("n\n", OutputFormat.TABLE).confirm("Delete it?", false))
                .isInstanceOfSatisfying(CommandFailure.class, failure -> {
                    assertThat(failure.exitCode()).isEqualTo(ExitCode.FAILED);
                    assertThat(failure.hint()).contains("--yes", "--dry-run");
                });
        assertThat(err()).isEqualTo("Delete it? [y/N] ");
        assertThatThrownBy(() -> session("", OutputFormat.TABLE).confirm("Delete it?", false))
                .isInstanceOf(CommandFailure.class);
    }

    @Test
    void aSignalWhileItAsksEndsTheCommand() throws IOException {
        PipedInputStream silent = new PipedInputStream(new PipedOutputStream());
        Session session = session(silent, OutputFormat.TABLE);
        session.stopSignal().raise("INT");
        assertThatThrownBy(() -> session.confirm("Delete it?", false))
                .isInstanceOfSatisfying(CommandFailure.class, failure -> assertThat(failure.exitCode())
                        .isEqualTo(ExitCode.INTERRUPTED));
    }

    @Test
    void withJsonOutputQuestionsAndWarningsAreLinesOfIt() {
        Session session = session("yes\n", OutputFormat.JSON);
        session.confirm("Delete it?", false);
        session.console().warn("it was \"large\"");
        assertThat(err())
                .isEqualTo("{\"type\":\"question\",\"question\":\"Delete it? [y/N] \"}\n"
                        + "{\"type\":\"warning\",\"warning\":\"it was \\\"large\\\"\"}\n");
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /** Of somebody who sits at a terminal and types {@code answer}. */
    private Session session(String answer, OutputFormat format) {
        return session(new ByteArrayInputStream(answer.getBytes(StandardCharsets.UTF_8)), format);
    }

    private Session session(InputStream in, OutputFormat format) {
        System.setProperty(TERMINAL, "0");
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        Session session = new Session(in, stream, stream, Map.of());
        GlobalOptions options = new GlobalOptions();
        options.output = format;
        session.options(options);
        return session;
    }
}
