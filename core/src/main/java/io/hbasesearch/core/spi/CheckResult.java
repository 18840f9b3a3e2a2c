/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a component says of itself: well, well with a warning, or what ails it.
 *
 * @param ok also with a warning: the component does its work, but somebody should look
 * @param message {@code ok}, the warning, or what ails it
 * @param note what else there is to tell, such as how far a job has come; no judgement, and empty if there is nothing
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

    /** It works, but something needs attention before it does not. */
    public static CheckResult warning(String message) {
        return new CheckResult(true, message, "", null);
    }

    public static CheckResult failed(String message) {
        return new CheckResult(false, message, "", null);
    }

    public static CheckResult failed(Throwable failure) {
        return new CheckResult(false, String.valueOf(failure.getMessage()), "", failure);
    }

    /** As this, with something to tell besides. */
    public CheckResult withNote(String text) {
        return new CheckResult(ok, message, text, failure);
    }

    /** Of two parts of one component: failed if one is; with what each has to tell. */
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
