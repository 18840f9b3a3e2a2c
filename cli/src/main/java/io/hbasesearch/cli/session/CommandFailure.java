/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.session;

import java.util.Objects;

/** A command that did its work without success: it found differences, failed rows or failed checks. */
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

    public int exitCode() {
        return exitCode;
    }

    public String name() {
        return name;
    }

    public String hint() {
        return hint;
    }
}
