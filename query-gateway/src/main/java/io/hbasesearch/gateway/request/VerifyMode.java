/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.request;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Checks of a hit against its row before the hit is shown. */
public enum VerifyMode {
    /** No check: the hit is shown as the index has it, and no row is read. */
    NONE,
    /** Checks that the row exists. */
    EXISTS,
    /** Also checks that the document equals the mapped row; if it does not, checks that the row still matches. */
    VERSION,
    /** Checks that the row as it is now matches the query. */
    MATCH;

    public static final VerifyMode DEFAULT = EXISTS;

    /** Returns the mode's name as callers write it. */
    public String parameter() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<VerifyMode> of(String parameter) {
        return Arrays.stream(values())
                .filter(mode -> mode.parameter().equals(parameter))
                .findFirst();
    }

    static List<String> names() {
        return Arrays.stream(values()).map(VerifyMode::parameter).toList();
    }
}
