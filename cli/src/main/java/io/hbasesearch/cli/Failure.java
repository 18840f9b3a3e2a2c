/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import io.hbasesearch.cli.session.CommandFailure;
import io.hbasesearch.client.GatewayException;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.net.ConnectException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A failure as reported to the user. The only place that converts exceptions to codes, messages and exit codes.
 *
 * @param name the stable code in words, {@code SERVER_UNREACHABLE} for instance
 * @param message the cause
 * @param hint the next step
 */
record Failure(int exitCode, String name, String message, Optional<String> hint) {
    static Failure of(Throwable thrown) {
        Throwable failure = unwrap(thrown);
        if (failure instanceof HBaseSearchException known) {
            return of(known.code(), message(known), known.hint().orElse(null));
        }
        if (failure instanceof CommandFailure found) {
            return new Failure(found.exitCode(), found.name(), message(found), Optional.of(found.hint()));
        }
        if (failure instanceof GatewayException refused) {
            return of(code(refused.code()), message(refused), refused.hint().orElse(null));
        }
        if (failure instanceof InterruptedException) {
            return new Failure(
                    ExitCode.INTERRUPTED, "INTERRUPTED", "interrupted", Optional.of("Run the command again."));
        }
        if (failure instanceof TimeoutException) {
            return of(ErrorCode.TIMED_OUT, message(failure), null);
        }
        if (failure instanceof ConnectException) {
            return of(ErrorCode.SERVER_UNREACHABLE, message(failure), null);
        }
        if (failure instanceof AccessDeniedException) {
            return of(ErrorCode.ACCESS_DENIED, "no permission for " + failure.getMessage(), null);
        }
        if (failure instanceof NoSuchFileException) {
            return of(ErrorCode.NOT_FOUND, "no file " + failure.getMessage(), null);
        }
        return of(ErrorCode.INTERNAL, failure.getClass().getSimpleName() + ": " + message(failure), null);
    }

    /** @param hint null for the code's default: every failure has a next step */
    static Failure of(ErrorCode code, String message, @Nullable String hint) {
        return new Failure(
                code.exitCode(), code.name(), message, Optional.of(hint == null ? DefaultHints.of(code) : hint));
    }

    /** Converts a code of the gateway; a gateway of another version may have codes unknown to this program. */
    private static ErrorCode code(String name) {
        return Arrays.stream(ErrorCode.values())
                .filter(code -> code.name().equals(name))
                .findFirst()
                .orElse(ErrorCode.INTERNAL);
    }

    /** Unwraps exceptions of concurrent code, whose messages mean nothing. */
    private static Throwable unwrap(Throwable thrown) {
        Throwable failure = thrown;
        while ((failure instanceof ExecutionException
                        || failure instanceof CompletionException
                        || failure instanceof java.io.UncheckedIOException)
                && failure.getCause() != null) {
            failure = failure.getCause();
        }
        return failure;
    }

    private static String message(Throwable failure) {
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }
}
