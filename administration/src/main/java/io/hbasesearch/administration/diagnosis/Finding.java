/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.diagnosis;

import io.hbasesearch.administration.site.ProbeResult;
import io.hbasesearch.core.config.Redaction;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.ExitCode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The state of one checked object. Immutable; contains no secrets from a server's answer.
 *
 * @param check the kind of check, one word
 * @param object the object of that kind: a table, a topic, a server
 * @param exitCode of a command whose worst finding this is; 0 unless the state is {@code WRONG}
 * @param message the state in words, without a subject
 * @param remedy what to do about it, for every state but {@code OK}
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
        /** No system that knows could be asked. */
        UNKNOWN,
        /** It works, but an operator should look. */
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
     * Reports that a probe has no answer.
     *
     * @param otherwise what to do if the failure has no hint
     */
    static Finding of(String check, String object, ProbeResult.Unavailable<?> none, String otherwise) {
        // A single question has its own short deadline: a server that misses it counts as unreachable.
        int exitCode = none.code() == ErrorCode.TIMED_OUT
                ? ExitCode.SERVER_UNREACHABLE
                : none.code().exitCode();
        return wrong(check, object, exitCode, none.message(), none.hint().orElse(otherwise));
    }

    /**
     * Does the same as {@link #of} for a question that requires a permission.
     *
     * @param grant which permission, and who grants it: more precise than the failure's general hint
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
