/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.diagnosis;

import io.hbasesearch.cli.ExitCode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Whether everything was asked: what was left out for want of time must not look like what is well. Pure. */
final class TimeCheck {
    private TimeCheck() {}

    static List<Finding> judge(Set<String> late) {
        return new TreeSet<>(late)
                .stream()
                        .map(part -> Finding.wrong(
                                "time",
                                part,
                                ExitCode.SERVER_UNREACHABLE,
                                "it answered too slowly to be asked everything; what is missing here was not asked",
                                "See that it is well; where there is only much to ask, --index INDEX asks about one, and"
                                        + " --timeout gives it longer."))
                        .toList();
    }
}
