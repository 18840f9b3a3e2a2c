/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.rows;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.gateway.answer.SearchAnswer;
import io.hbasesearch.gateway.guard.BackendFullException;
import io.hbasesearch.gateway.http.ProblemException;
import java.util.Optional;

/** Classifies failures that only say that a backend does not answer now: its result can be omitted or requested later. Stateless. */
public final class Outage {
    private Outage() {}

    private static Optional<ErrorCode> code(RuntimeException failure) {
        if (failure instanceof ProblemException problem) {
            return Optional.of(problem.problem().code());
        }
        return failure instanceof HBaseSearchException known ? Optional.of(known.code()) : Optional.empty();
    }

    /** Tells whether the backend is down, as seen by this call or by earlier ones: then its breaker is open, or all of its calls hang. */
    public static boolean isGone(RuntimeException failure) {
        return failure instanceof BackendFullException || isOf(failure, ErrorCode.SERVER_UNREACHABLE);
    }

    public static boolean isLate(RuntimeException failure) {
        return isOf(failure, ErrorCode.TIMED_OUT);
    }

    /** Tells whether a retry may succeed: the backend is down or late, or its call limit was reached. */
    public static boolean passes(RuntimeException failure) {
        return isGone(failure) || isLate(failure) || isOf(failure, ErrorCode.THROTTLED);
    }

    /** Returns why something was cut short, as {@link SearchAnswer.Cut} names it. */
    public static String reason(RuntimeException failure) {
        return isLate(failure)
                ? SearchAnswer.Cut.TIME
                : isOf(failure, ErrorCode.THROTTLED) ? SearchAnswer.Cut.BUSY : SearchAnswer.Cut.DOWN;
    }

    private static boolean isOf(RuntimeException failure, ErrorCode code) {
        return code(failure).filter(code::equals).isPresent();
    }
}
