/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.diagnosis;

import io.hbasesearch.core.error.ExitCode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Reports systems that were not asked everything in time, so that an omitted check does not look like a passed one. Pure. */
final class TimeCheck {
    private TimeCheck() {}

    static List<Finding> judge(Set<String> late) {
        return new TreeSet<>(late)
                .stream()
                        .map(part -> Finding.wrong(
                                "time",
                                part,
                                ExitCode.SERVER_UNREACHABLE,
                                "it answered too slowly, so some checks are missing here",
                                "Check that it is healthy; if there is only much to check, --index INDEX checks one index, and"
                                        + " --timeout allows more time."))
                        .toList();
    }
}
