/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The health of a component: healthy, healthy with a warning, or failed.
 *
 * @param ok true also with a warning: the component works, but needs attention
 * @param message {@code ok}, the warning, or the failure
 * @param note further information, such as a job's progress; does not affect the result, and empty if there is none
 */
public record CheckResult(boolean ok, String message, String note, @Nullable Throwable failure) {
    private static final CheckResult OK = new CheckResult(true, "ok", "", null);

    public CheckResult {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(note, "note");
    }

    public static CheckResult healthy() {
        return OK;
    }

    /** Creates a result of a component that works but needs attention before it fails. */
    public static CheckResult warning(String message) {
        return new CheckResult(true, message, "", null);
    }

    public static CheckResult failed(String message) {
        return new CheckResult(false, message, "", null);
    }

    public static CheckResult failed(Throwable failure) {
        return new CheckResult(false, String.valueOf(failure.getMessage()), "", failure);
    }

    /** Returns this result with further information. */
    public CheckResult withNote(String text) {
        return new CheckResult(ok, message, text, failure);
    }

    /** Combines the results of two parts of a component. It has failed if one of them has failed, and keeps the notes of both. */
    public CheckResult and(CheckResult other) {
        if (this.equals(OK) || other.equals(OK)) {
            return this.equals(OK) ? other : this;
        }
        String both = Stream.of(message, other.message)
                .filter(text -> !text.equals(OK.message))
                .collect(Collectors.joining("; "));
        String notes =
                Stream.of(note, other.note).filter(text -> !text.isEmpty()).collect(Collectors.joining("; "));
        return new CheckResult(
                ok && other.ok, both.isEmpty() ? OK.message : both, notes, failure == null ? other.failure : failure);
    }

    public Optional<Throwable> cause() {
        return Optional.ofNullable(failure);
    }
}
