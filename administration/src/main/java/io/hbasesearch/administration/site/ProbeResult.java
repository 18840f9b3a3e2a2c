/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.site;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** A system's answer to a question, or the reason why there is none: an unavailable system is a fact, too. Immutable. */
public sealed interface ProbeResult<T> {
    /** The system has answered. */
    record Answer<T>(T given) implements ProbeResult<T> {
        public Answer {
            Objects.requireNonNull(given, "given");
        }
    }

    /**
     * The system has not answered.
     *
     * @param repeated whether the question was not sent because the same server left an earlier one unanswered
     */
    record Unavailable<T>(ErrorCode code, String message, Optional<String> hint, boolean repeated)
            implements ProbeResult<T> {
        public Unavailable {
            Objects.requireNonNull(code, "code");
            Objects.requireNonNull(message, "message");
            Objects.requireNonNull(hint, "hint");
        }

        static <T> Unavailable<T> of(HBaseSearchException failure, boolean repeated) {
            return new Unavailable<>(failure.code(), String.valueOf(failure.getMessage()), failure.hint(), repeated);
        }
    }

    static <T> ProbeResult<T> answer(T value) {
        return new Answer<>(value);
    }

    default Optional<T> value() {
        return this instanceof Answer<T> answer ? Optional.of(answer.given()) : Optional.empty();
    }

    /** Returns the failure; empty also if the question was not even sent, because one complaint about a server is enough. */
    default Optional<Unavailable<T>> complaint() {
        return this instanceof Unavailable<T> none && !none.repeated() ? Optional.of(none) : Optional.empty();
    }

    default <R> ProbeResult<R> map(Function<T, R> change) {
        if (this instanceof Unavailable<T> none) {
            return new Unavailable<>(none.code(), none.message(), none.hint(), none.repeated());
        }
        return new Answer<>(change.apply(((Answer<T>) this).given()));
    }
}
