/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a component says of itself: well, or what ails it. */
public record CheckResult(boolean ok, String message, @Nullable Throwable failure) {
    private static final CheckResult OK = new CheckResult(true, "ok", null);

    public CheckResult {
        Objects.requireNonNull(message, "message");
    }

    public static CheckResult healthy() {
        return OK;
    }

    public static CheckResult failed(String message) {
        return new CheckResult(false, message, null);
    }

    public static CheckResult failed(Throwable failure) {
        return new CheckResult(false, String.valueOf(failure.getMessage()), failure);
    }

    public Optional<Throwable> cause() {
        return Optional.ofNullable(failure);
    }
}
