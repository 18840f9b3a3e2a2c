/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Chooses whether the table or the index answers a query. */
public enum PlanMode {
    /** The cheaper one that returns the same rows in the same order. */
    AUTO,
    /** The table; the query is rejected if the table cannot answer it. */
    TABLE,
    /** The index. */
    SEARCH;

    /** Returns the mode's name as callers write it. */
    public String parameter() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<PlanMode> of(String parameter) {
        return Arrays.stream(values())
                .filter(mode -> mode.parameter().equals(parameter))
                .findFirst();
    }

    public static List<String> names() {
        return Arrays.stream(values()).map(PlanMode::parameter).toList();
    }
}
