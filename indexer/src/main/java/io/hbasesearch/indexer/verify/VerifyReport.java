/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.model.ByteArray;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a verification found, or has found so far.
 *
 * @param rows of the table that were compared, as far as the mapped columns go
 * @param byHash of these, rows whose documents were not read, as their stored hashes were right
 * @param documents that searches find
 * @param failed rows that have a stub in place of a document, as they cannot be mapped or the index refuses just what they hold:
 *     expected, each has a dead letter
 * @param leftOut rows that the definition leaves out, by a condition or for want of what it indexes: they are to have no document
 * @param missing see {@link Difference.Kind}; so the next three
 * @param unconfirmed of these, how many were counted without a second look, as too many were waiting for one
 * @param settled differences that were none at a second look: writes on their way
 * @param busy rows that differed at every look and were indexed anew between them: writes on their way, one after the other
 * @param pending rows that differed at every look, of which nothing can be said: the index had not got the events of that time,
 *     however long they were waited for
 * @param behind events that the index was behind with then
 * @param placeless of the differences, how many are of no row: no touch reaches them
 * @param repaired of the differences, how many are none any more since their rows were touched
 * @param unrepaired of the differences, how many still were one when the time for that was over
 * @param skipped rows that were not compared, as only a sample was asked for
 * @param unfinished where to go on if this is not complete: what is before it was compared and is counted
 * @param cancelled whether it was stopped before its end
 * @param samples some of the differences
 */
public record VerifyReport(
        String index,
        long rows,
        long byHash,
        long documents,
        long failed,
        long leftOut,
        long missing,
        long stale,
        long extra,
        long undecodable,
        long unconfirmed,
        long settled,
        long busy,
        long pending,
        long behind,
        long placeless,
        long repaired,
        long unrepaired,
        long skipped,
        Optional<ByteArray> unfinished,
        boolean cancelled,
        Duration duration,
        List<Difference> samples) {
    public VerifyReport {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(unfinished, "unfinished");
        Objects.requireNonNull(duration, "duration");
        samples = List.copyOf(samples);
    }

    public long differences() {
        return missing + stale + extra + undecodable;
    }

    /** Differences that there still are. */
    public long outstanding() {
        return differences() - repaired;
    }

    /** Whether everything was compared, and looked at again where that was due. */
    public boolean complete() {
        return !cancelled && unfinished.isEmpty();
    }

    /** Whether everything was compared and nothing differs, as far as that can be told. */
    public boolean isClean() {
        return complete() && differences() == 0 && pending == 0;
    }
}
