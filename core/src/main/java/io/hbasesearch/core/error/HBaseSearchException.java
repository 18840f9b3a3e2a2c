/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.error;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reports a failure to a user: a stable code, the cause in words, and the next step. The client's exception remains the cause, with
 * its searchable message.
 */
public class HBaseSearchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final @Nullable String hint;

    public HBaseSearchException(ErrorCode code, String message) {
        this(code, message, null, null);
    }

    /** @param hint the next step, as an imperative or a command; null if the message is sufficient */
    public HBaseSearchException(ErrorCode code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(Objects.requireNonNull(message, "message"), cause);
        this.code = Objects.requireNonNull(code, "code");
        this.hint = hint;
    }

    public ErrorCode code() {
        return code;
    }

    public FailureClass failureClass() {
        return code.failureClass();
    }

    public Optional<String> hint() {
        return Optional.ofNullable(hint);
    }
}
