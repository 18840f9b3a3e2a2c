/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.model.ByteArray;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The results of a verification, final or so far.
 *
 * @param unfinished where to continue if this is not complete: what is before it was compared and is counted
 * @param cancelled whether it was stopped early
 */
public record VerifyReport(
        String index,
        Compared compared,
        Differing differing,
        Rechecked rechecked,
        Repaired repairs,
        Optional<ByteArray> unfinished,
        boolean cancelled,
        Duration duration) {
    public VerifyReport {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(compared, "compared");
        Objects.requireNonNull(differing, "differing");
        Objects.requireNonNull(rechecked, "rechecked");
        Objects.requireNonNull(repairs, "repairs");
        Objects.requireNonNull(unfinished, "unfinished");
        Objects.requireNonNull(duration, "duration");
    }

    /**
     * Counts of what was compared.
     *
     * @param rows of the table, as far as the mapped columns go
     * @param byHash of these, rows whose documents were not read, as their stored hashes were correct
     * @param documents that searches find
     * @param failed rows that have a stub in place of a document, as they cannot be mapped or the index rejects exactly what they
     *     hold: expected, each has a dead letter
     * @param leftOut rows that the definition excludes, by a condition or because they lack what it indexes: they must have no
     *     document
     * @param skipped rows that were not compared, as only a sample was requested
     */
    public record Compared(long rows, long byHash, long documents, long failed, long leftOut, long skipped) {}

    /**
     * Counts of differences.
     *
     * @param missing see {@link Difference.Kind}, as for the next three
     * @param unconfirmed how many were counted without a recheck, as too many were waiting for one
     * @param placeless how many belong to no row: a touch cannot repair them
     * @param samples some of them
     */
    public record Differing(
            long missing,
            long stale,
            long extra,
            long undecodable,
            long unconfirmed,
            long placeless,
            List<Difference> samples) {
        public Differing {
            samples = List.copyOf(samples);
        }
    }

    /**
     * Counts of rows that differed at first and are not counted as different.
     *
     * @param settled differences that a recheck did not confirm: writes in flight
     * @param busy rows that differed at every check and were indexed again between them: consecutive writes in flight
     * @param pending rows that differed at every check, but without a result: the index did not receive the events of that time,
     *     even after the wait
     * @param behind the index's lag in events at that time
     */
    public record Rechecked(long settled, long busy, long pending, long behind) {}

    /**
     * Counts of differences that were to be repaired.
     *
     * @param repaired how many no longer exist since their rows were touched
     * @param unrepaired how many still existed when the time for the repair was over
     */
    public record Repaired(long repaired, long unrepaired) {}

    public long differences() {
        return differing.missing() + differing.stale() + differing.extra() + differing.undecodable();
    }

    /** Returns the number of differences that still exist. */
    public long outstanding() {
        return differences() - repairs.repaired();
    }

    /** Returns whether everything was compared, and rechecked where that was due. */
    public boolean complete() {
        return !cancelled && unfinished.isEmpty();
    }

    /** Returns whether everything was compared and nothing differs, as far as is known. */
    public boolean isClean() {
        return complete() && differences() == 0 && rechecked.pending() == 0;
    }
}
