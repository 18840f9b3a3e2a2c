/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Who answers a query. */
public enum PlanMode {
    /** Whoever does it cheaper and gives the same rows in the same order. */
    AUTO,
    /** The table, or the query is refused. */
    TABLE,
    /** The index. */
    SEARCH;

    /** As callers write it. */
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
