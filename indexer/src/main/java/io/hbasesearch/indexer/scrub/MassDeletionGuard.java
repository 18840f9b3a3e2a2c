/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.scrub;

import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.indexer.pipeline.source.PipelineHealth;
import io.hbasesearch.indexer.verify.Difference;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Prevents a scrub from deleting an index: a user that loses a permission or a visibility label reads rows as gone, without an
 * error. Once a pass finds more documents without a row than a certain part of the index, no more of these rows are announced, and
 * the health says so, until a whole pass finds fewer again: because the permission was restored, or because an operator checked and
 * had the documents deleted. All other differences are announced as usual. Safe for use by several threads.
 */
public final class MassDeletionGuard {
    /** Up to this number is no reason for an alarm, however small the index is. */
    static final long ALWAYS_ALLOWED = 1_000;

    private static final int ALL_PERCENT = 100;
    private static final String STEP = "deleting documents whose rows are gone";

    private final String index;
    private final int percent;
    private final LongSupplier documents;
    private final PipelineHealth health;
    // Guarded by this, like the fields below.
    private long inIndex;
    private long limit = ALWAYS_ALLOWED;
    private long gone;
    private boolean held;
    private PipelineHealth.@Nullable HealthIssue ailment;

    /**
     * @param percent of the index's documents that one pass may find without a row; 100 for any number
     * @param documents the number of documents; read at the start of each pass
     */
    public MassDeletionGuard(
            String index, int percent, LongSupplier documents, PipelineHealth health, Metrics metrics) {
        this.index = Objects.requireNonNull(index, "index");
        this.percent = percent;
        this.documents = Objects.requireNonNull(documents, "documents");
        this.health = Objects.requireNonNull(health, "health");
        metrics.gauge(
                "hbase_search_scrub_held_back",
                "1 while the scrub announces no deleted rows because there are too many",
                this,
                brake -> brake.isOn() ? 1 : 0,
                "index",
                index);
    }

    /** Starts a pass. */
    void begin() {
        long count = documents.getAsLong();
        synchronized (this) {
            inIndex = count;
            limit = percent >= ALL_PERCENT
                    ? Long.MAX_VALUE
                    : Math.max(ALWAYS_ALLOWED, (long) (count * (percent / (double) ALL_PERCENT)));
            gone = 0;
            if (held) {
                alarm();
            }
        }
    }

    /** Returns whether the row of a difference may be announced. */
    synchronized boolean allows(Difference difference) {
        if (difference.kind() != Difference.Kind.EXTRA) {
            return true;
        }
        gone++;
        if (gone > limit) {
            held = true;
            alarm();
        }
        return !held;
    }

    private void alarm() {
        if (ailment == null) {
            ailment = health.ailing(STEP, new IllegalStateException(message()));
        }
    }

    private String message() {
        return "the scrub found more than " + limit + " of about " + inIndex
                + " documents without a row, and stopped"
                + " deleting them: a lost permission or visibility label of the indexer's user has the same effect. In that case,"
                + " restore it; if the rows were really deleted, run: hbase-search verify " + index
                + " --repair. The next pass that finds fewer resumes automatically; the limit is set by"
                + " indexer.scrub.maxGonePercent";
    }

    /** Ends a complete pass: what it found is final. */
    synchronized void end() {
        if (gone <= limit) {
            held = false;
            standDown();
        }
    }

    /** Returns whether this process holds back rows that are gone, and its health says so. */
    synchronized boolean isOn() {
        return ailment != null;
    }

    /**
     * Removes the issue from the health while this process does not scrub. When it scrubs again, it still holds back what was held
     * back, until a whole pass finds fewer. Idempotent.
     */
    synchronized void standDown() {
        if (ailment != null) {
            ailment.close();
            ailment = null;
        }
    }
}
