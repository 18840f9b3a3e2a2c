/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import java.util.Objects;

/** A command did its work, and what it found is no success: differences, rows that failed, checks that do not hold. */
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;
    private final String name;
    private final String hint;

    /** @param name the stable code in words */
    public CommandFailure(int exitCode, String name, String message, String hint) {
        super(message, null, false, false);
        this.exitCode = exitCode;
        this.name = Objects.requireNonNull(name, "name");
        this.hint = Objects.requireNonNull(hint, "hint");
    }

    int exitCode() {
        return exitCode;
    }

    String name() {
        return name;
    }

    String hint() {
        return hint;
    }
}
