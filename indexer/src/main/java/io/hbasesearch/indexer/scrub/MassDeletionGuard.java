/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.scrub;

import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.indexer.pipeline.Health;
import io.hbasesearch.indexer.verify.Difference;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a scrub from deleting an index: a user that loses a permission or a visibility label reads rows as gone, without an
 * error. Once a pass finds more documents without a row than some part of the index, no such row is announced any more, and
 * the health says so, until a whole pass finds fewer again: because the permission is back, or because somebody looked and had
 * the documents deleted. Whatever else differs is announced as ever. Safe for use by several threads.
 */
public final class MassDeletionGuard {
    /** So few are no reason for an alarm, however small the index is. */
    static final long ALWAYS_ALLOWED = 1_000;

    private static final int ALL_PERCENT = 100;
    private static final String STEP = "deleting documents whose rows are gone";

    private final String index;
    private final int percent;
    private final LongSupplier documents;
    private final Health health;
    // Guarded by this; so is the rest.
    private long inIndex;
    private long limit = ALWAYS_ALLOWED;
    private long gone;
    private boolean held;
    private Health.@Nullable HealthIssue ailment;

    /**
     * @param percent of the index's documents that one pass may find without a row; 100 for any number
     * @param documents how many there are; asked at the beginning of each pass
     */
    public MassDeletionGuard(String index, int percent, LongSupplier documents, Health health, Metrics metrics) {
        this.index = Objects.requireNonNull(index, "index");
        this.percent = percent;
        this.documents = Objects.requireNonNull(documents, "documents");
        this.health = Objects.requireNonNull(health, "health");
        metrics.gauge(
                "hbase_search_scrub_held_back",
                "1 while the scrub announces no row that is gone, as there are too many of them",
                this,
                brake -> brake.isOn() ? 1 : 0,
                "index",
                index);
    }

    /** A pass begins. */
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

    /** Whether the row of a difference may be announced. */
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
                + " documents without a row, and has no more of"
                + " them deleted: a lost permission or visibility label of the indexer's user looks just so. If it is that, give"
                + " it back; if the rows are really gone: hbase-search verify " + index
                + " --repair. The next pass that finds fewer goes on by itself; how many are too many says"
                + " indexer.scrub.mostGonePercent";
    }

    /** A pass has come to its end: what it found is all there is. */
    synchronized void end() {
        if (gone <= limit) {
            held = false;
            standDown();
        }
    }

    /** Whether rows that are gone are held back by this process, and its health says so. */
    synchronized boolean isOn() {
        return ailment != null;
    }

    /**
     * Takes the ailment off the health while nobody scrubs here. Whoever scrubs here again still holds back what was held back, until a
     * whole pass finds fewer. Idempotent.
     */
    synchronized void standDown() {
        if (ailment != null) {
            ailment.close();
            ailment = null;
        }
    }
}
