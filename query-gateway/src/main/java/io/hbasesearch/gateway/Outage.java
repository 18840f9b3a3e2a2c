/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.gateway.http.ProblemException;
import java.util.Optional;

/** Failures that say nothing but that a backend does not answer now: what it was to give can be done without, or had later. No state. */
final class Outage {
    private Outage() {}

    private static Optional<ErrorCode> code(RuntimeException failure) {
        if (failure instanceof ProblemException problem) {
            return Optional.of(problem.problem().code());
        }
        return failure instanceof HBaseSearchException known ? Optional.of(known.code()) : Optional.empty();
    }

    /** Found so now, or a moment ago by others: then the breaker says it, or all of its calls are stuck. */
    static boolean isGone(RuntimeException failure) {
        return failure instanceof BackendFullException || isOf(failure, ErrorCode.SERVER_UNREACHABLE);
    }

    static boolean isLate(RuntimeException failure) {
        return isOf(failure, ErrorCode.TIMED_OUT);
    }

    /** Whether asking again may bring an answer: it is gone or late, or was asked as often as it may be. */
    static boolean passes(RuntimeException failure) {
        return isGone(failure) || isLate(failure) || isOf(failure, ErrorCode.THROTTLED);
    }

    /** Why something was cut short, as {@link SearchAnswer.Cut} names it. */
    static String reason(RuntimeException failure) {
        return isLate(failure)
                ? SearchAnswer.Cut.TIME
                : isOf(failure, ErrorCode.THROTTLED) ? SearchAnswer.Cut.BUSY : SearchAnswer.Cut.DOWN;
    }

    private static boolean isOf(RuntimeException failure, ErrorCode code) {
        return code(failure).filter(code::equals).isPresent();
    }
}
