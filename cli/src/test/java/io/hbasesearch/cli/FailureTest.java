/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.cli.session.CommandFailure;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FailureTest {
    private static final Set<Integer> DOCUMENTED = Set.of(1, 2, 3, 4, 10, 11, 12, 13, 124, 130);

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void everyCodeEndsWithADocumentedExitCode(ErrorCode code) {
        Failure failure = Failure.of(new HBaseSearchException(code, "cause", "next step", null));

        assertThat(DOCUMENTED).contains(failure.exitCode());
        assertThat(failure.exitCode()).isEqualTo(code.exitCode());
        assertThat(failure.name()).isEqualTo(code.name());
        assertThat(failure.hint()).contains("next step");
    }

    @ParameterizedTest
    @EnumSource(ErrorCode.class)
    void everyCodeSuggestsANextStepWhereNoneIsNamed(ErrorCode code) {
        assertThat(Failure.of(new HBaseSearchException(code, "cause")).hint())
                .hasValueSatisfying(hint -> assertThat(hint).isNotBlank());
    }

    @Test
    void failuresOfTheJdkSuggestANextStepToo() {
        assertThat(Stream.of(
                                new TimeoutException(),
                                new ConnectException("refused"),
                                new InterruptedException(),
                                new AccessDeniedException("/file"),
                                new NoSuchFileException("/file"))
                        .map(Failure::of)
                        .map(Failure::hint))
                .allSatisfy(hint -> assertThat(hint).isPresent());
    }

    @Test
    void looksThroughWrappers() {
        assertThat(Failure.of(new ExecutionException(new HBaseSearchException(ErrorCode.ACCESS_DENIED, "no")))
                        .exitCode())
                .isEqualTo(12);
        assertThat(Failure.of(new UncheckedIOException(new ConnectException("refused")))
                        .exitCode())
                .isEqualTo(11);
    }

    @Test
    void knowsTimeOutsAndInterruptions() {
        assertThat(Failure.of(new TimeoutException("late")).exitCode()).isEqualTo(124);
        assertThat(Failure.of(new InterruptedException()).exitCode()).isEqualTo(130);
    }

    @Test
    void whatACommandFoundHasItsOwnCode() {
        Failure failure = Failure.of(
                new CommandFailure(ExitCode.DIFFERENCES_FOUND, "DIFFERENCES_FOUND", "2 rows differ", "do this"));

        assertThat(failure.exitCode()).isEqualTo(4);
        assertThat(failure.hint()).contains("do this");
    }

    @Test
    void theUnknownIsAFailureThatPointsToDebug() {
        Failure failure = Failure.of(new IllegalStateException("what now"));

        assertThat(failure.exitCode()).isEqualTo(1);
        assertThat(failure.message()).isEqualTo("IllegalStateException: what now");
        assertThat(failure.hint()).hasValueSatisfying(hint -> assertThat(hint).contains("--debug"));
    }
}
