/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * What a verification found, or has found so far.
 *
 * @param rows of the table, as far as the mapped columns go
 * @param documents that searches find
 * @param compared rows whose document was compared
 * @param failed rows that cannot be mapped and have their stub: expected, each has a dead letter
 * @param missing rows without a document
 * @param stale rows with another document than their own
 * @param extra documents without a row
 * @param unconfirmed of these, how many were counted without a second look, as too many were waiting for one
 * @param settled differences that were none at a second look: writes on their way
 * @param complete false if it was cancelled
 * @param samples some of the differences
 */
public record VerifyReport(
        String index,
        long rows,
        long documents,
        long compared,
        long failed,
        long missing,
        long stale,
        long extra,
        long unconfirmed,
        long settled,
        boolean complete,
        Duration duration,
        List<Difference> samples) {
    public VerifyReport {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(duration, "duration");
        samples = List.copyOf(samples);
    }

    public long differences() {
        return missing + stale + extra;
    }

    /** Whether everything was compared and nothing differs. */
    public boolean isClean() {
        return complete && differences() == 0;
    }
}
