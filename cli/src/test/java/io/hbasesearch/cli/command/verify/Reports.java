/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.verify;

import io.hbasesearch.indexer.verify.VerifyReport;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reports of a thousand rows of index {@code mail}, for tests of what is said about them. */
final class Reports {
    private static final long ROWS = 1_000;

    private Reports() {}

    static VerifyReport of(long missing, long placeless, long repaired) {
        return report(0, missing, 0, placeless, repaired);
    }

    /** By hashes, without a difference. */
    static VerifyReport busy(long rows) {
        return report(ROWS, 0, rows, 0, 0);
    }

    private static VerifyReport report(long byHash, long missing, long busy, long placeless, long repaired) {
        return new VerifyReport(
                "mail",
                new VerifyReport.Compared(ROWS, byHash, ROWS, 0, 0, 0),
                new VerifyReport.Differing(missing, 0, 0, 0, 0, placeless, List.of()),
                new VerifyReport.Rechecked(0, busy, 0, 0),
                new VerifyReport.Repaired(repaired, 0),
                Optional.empty(),
                false,
                Duration.ofSeconds(1));
    }
}
