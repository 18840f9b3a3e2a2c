/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.diagnosis;

import io.hbasesearch.cli.ExitCode;
import io.hbasesearch.cli.Redaction;
import io.hbasesearch.cli.site.ProbeResult;
import io.hbasesearch.core.error.ErrorCode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How one thing is that was looked at. Immutable; holds no secrets that a server's answer had.
 *
 * @param check what was looked at, one word
 * @param object which of its kind: a table, a topic, a server
 * @param exitCode of a command that finds nothing worse; 0 unless it is wrong
 * @param message how it is, no sentence
 * @param remedy what to do about it, for all but what is well
 * @param figures for programs
 */
public record Finding(
        String check,
        String object,
        State state,
        int exitCode,
        String message,
        Optional<String> remedy,
        Map<String, Object> figures) {
    /** From the best to the worst. */
    public enum State {
        OK,
        /** Nobody could be asked who knows. */
        UNKNOWN,
        /** It works, but somebody should look. */
        WARNING,
        WRONG
    }

    public Finding {
        Objects.requireNonNull(check, "check");
        Objects.requireNonNull(object, "object");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(remedy, "remedy");
        object = Redaction.redact(object);
        message = Redaction.redact(message);
        remedy = remedy.map(Redaction::redact);
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    }

    static Finding ok(String check, String object, String message) {
        return new Finding(check, object, State.OK, ExitCode.DONE, message, Optional.empty(), Map.of());
    }

    static Finding unknown(String check, String object, String message, String remedy) {
        return new Finding(check, object, State.UNKNOWN, ExitCode.DONE, message, Optional.of(remedy), Map.of());
    }

    static Finding warning(String check, String object, String message, String remedy) {
        return new Finding(check, object, State.WARNING, ExitCode.DONE, message, Optional.of(remedy), Map.of());
    }

    static Finding wrong(String check, String object, int exitCode, String message, String remedy) {
        return new Finding(check, object, State.WRONG, exitCode, message, Optional.of(remedy), Map.of());
    }

    /**
     * That there is no answer.
     *
     * @param otherwise what to do if the failure does not say it
     */
    static Finding of(String check, String object, ProbeResult.Unavailable<?> none, String otherwise) {
        // A single question has its own short deadline: whoever does not answer in it is out of reach.
        int exitCode = none.code() == ErrorCode.TIMED_OUT
                ? ExitCode.SERVER_UNREACHABLE
                : none.code().exitCode();
        return wrong(check, object, exitCode, none.message(), none.hint().orElse(otherwise));
    }

    /**
     * As {@link #of}, of a question that takes a permission.
     *
     * @param grant which one, and who gives it: better than what the failure says of permissions in general
     */
    static Finding ofPermission(String check, String object, ProbeResult.Unavailable<?> none, String grant) {
        return none.code() == ErrorCode.ACCESS_DENIED
                ? wrong(check, object, none.code().exitCode(), none.message(), grant)
                : of(check, object, none, grant);
    }

    Finding with(Map<String, Object> more) {
        return new Finding(check, object, state, exitCode, message, remedy, more);
    }

    public boolean isWrong() {
        return state == State.WRONG;
    }
}
