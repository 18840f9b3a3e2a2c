/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.indexer.pipeline.StopSignal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks again at rows that differed: a write may have been on its way. A row is compared afresh, both sides, after it was
 * left alone for a while, a few times; its difference counts only if the document stayed as it was meanwhile. A document that
 * got newer shows that the row's events arrive: then the looks are counted from there, up to twice as many. Nor does it count
 * before the index has the events of that time: one that is behind differs from its table and is sound. Bounded.
 *
 * <p>Differences are added by many threads; one works on them in {@link #run}.
 */
final class Rechecks implements Stage {
    private static final int BATCH = 100;
    private static final Duration LATE = Duration.ofSeconds(1);
    private static final Duration TURN = Duration.ofMillis(50);

    private final VerifyOptions options;
    private final VerifyCounters tally;
    private final Verdict verdict;
    private final SecondLook secondLook;
    private final CatchUpTracker arrivals;
    private final Pace pace;
    private final BoundedRetry outages;
    private final StopSignal stop;
    // In the order in which they are due. Guarded by this; so is the rest.
    private final Map<DocumentId, Entry> waiting = new LinkedHashMap<>();
    private final Map<DocumentId, Entry> inHand = new HashMap<>();
    private boolean finishing;

    /** What counts as a difference goes there. */
    interface Verdict {
        /** @param confirmed false if it was not looked at again */
        void differs(Difference difference, boolean confirmed);
    }

    /**
     * @param from where to compare again to see it again
     * @param looks so far
     * @param unchanged the last of these, that found the same version of the document
     * @param goal what it waits for, once it would count
     */
    private record Entry(
            Difference difference,
            ByteArray from,
            int looks,
            int unchanged,
            long version,
            CatchUpTracker.@Nullable Goal goal,
            long dueNanos) {
        boolean waits(Optional<IndexOffsets> now) {
            return goal != null && !goal.isReached(now, difference) && !goal.isGivenUp();
        }
    }

    Rechecks(
            VerifyOptions options,
            VerifyCounters tally,
            Verdict verdict,
            SecondLook secondLook,
            CatchUpTracker arrivals,
            Pace pace,
            BoundedRetry outages,
            StopSignal stop) {
        this.options = options;
        this.tally = tally;
        this.verdict = verdict;
        this.secondLook = secondLook;
        this.arrivals = arrivals;
        this.pace = pace;
        this.outages = outages;
        this.stop = stop;
    }

    /**
     * Takes a difference that was just seen. One that waits already is not taken twice.
     *
     * @param chunk where the rows begin among which it was seen: whatever is in no row's place is found there
     */
    void add(Difference difference, ByteArray chunk) {
        synchronized (this) {
            if (waiting.containsKey(difference.document()) || inHand.containsKey(difference.document())) {
                return;
            }
            if (options.attempts() > 0 && waiting.size() < options.rechecks()) {
                ByteArray from = difference.row().map(RowKey::bytes).orElse(chunk);
                put(difference, from, 0, 0, SecondLook.NO_VERSION, null);
                return;
            }
        }
        if (options.attempts() > 0 && arrivals.areLate()) {
            tally.pending(arrivals.behind());
        } else {
            verdict.differs(difference, false);
        }
    }

    private void put(
            Difference difference,
            ByteArray from,
            int looks,
            int unchanged,
            long version,
            CatchUpTracker.@Nullable Goal goal) {
        long due = System.nanoTime() + options.settle().toNanos();
        waiting.put(difference.document(), new Entry(difference, from, looks, unchanged, version, goal, due));
        notifyAll();
    }

    /**
     * Waits while looks are late. Where there is a pace, they need a part of it, and what was seen goes before what is next:
     * else whoever compares would go ahead of the looks, and a run that is broken off would have nothing to show for its time.
     */
    void awaitInTime() {
        while (isLate() && !stop.await(TURN)) {
            // Until they are in time, or nobody waits any more.
        }
    }

    private synchronized boolean isLate() {
        return !waiting.isEmpty()
                && System.nanoTime() - waiting.values().iterator().next().dueNanos() > LATE.toNanos();
    }

    @Override
    public synchronized void finish() {
        finishing = true;
        notifyAll();
    }

    @Override
    public synchronized Optional<ByteArray> lowest() {
        return Stream.concat(waiting.values().stream(), inHand.values().stream())
                .map(Entry::from)
                .min(Comparator.naturalOrder());
    }

    @Override
    public void run() throws InterruptedException {
        // How far the index is at the start shows later how late it is.
        arrivals.now();
        for (List<Entry> due = take(); !due.isEmpty(); due = take()) {
            // Asked before the looks: what had arrived by then is what these see.
            Optional<IndexOffsets> now = arrivals.now();
            List<Entry> ready = new ArrayList<>(due.size());
            for (Entry entry : due) {
                if (entry.waits(now)) {
                    putAgain(
                            entry, entry.difference(), entry.looks(), entry.unchanged(), entry.version(), entry.goal());
                } else {
                    ready.add(entry);
                }
            }
            pace.await(ready.size());
            recheck(ready, now);
        }
    }

    /** Waits until something is due; empty at the end. */
    private synchronized List<Entry> take() throws InterruptedException {
        while (!stop.isFired()) {
            if (waiting.isEmpty() && finishing) {
                return List.of();
            }
            long millis = waiting.isEmpty() ? 0 : millisUntilDue();
            if (!waiting.isEmpty() && millis <= 0) {
                return takeDue();
            }
            wait(millis);
        }
        return List.of();
    }

    private long millisUntilDue() {
        long nanos = waiting.values().iterator().next().dueNanos() - System.nanoTime();
        return nanos <= 0 ? 0 : Duration.ofNanos(nanos).toMillis() + 1;
    }

    private List<Entry> takeDue() {
        long now = System.nanoTime();
        List<Entry> due = new ArrayList<>(waiting.values().stream()
                .limit(BATCH)
                .takeWhile(entry -> entry.dueNanos() - now <= 0)
                .toList());
        due.forEach(entry -> {
            waiting.remove(entry.difference().document());
            inHand.put(entry.difference().document(), entry);
        });
        return due;
    }

    private void recheck(List<Entry> entries, Optional<IndexOffsets> arrived) {
        if (entries.isEmpty()) {
            return;
        }
        List<SecondLook.Finding> now = outages.retry(
                () -> secondLook.at(entries.stream().map(Entry::difference).toList()));
        for (int i = 0; i < entries.size(); i++) {
            settle(entries.get(i), now.get(i), arrived);
        }
    }

    private void settle(Entry entry, SecondLook.Finding now, Optional<IndexOffsets> arrived) {
        boolean sameVersion = now.version() == entry.version();
        int looks = entry.looks() + 1;
        int unchanged = sameVersion ? entry.unchanged() + 1 : 1;
        Optional<Difference> difference = now.difference();
        if (difference.isEmpty()) {
            tally.settled(now.failed());
        } else if (unchanged >= options.attempts()) {
            if (!judge(entry, sameVersion, now, looks, unchanged, arrived)) {
                return;
            }
        } else if (looks >= 2 * options.attempts()) {
            tally.busy();
        } else {
            putAgain(entry, difference.get(), looks, unchanged, now.version(), null);
            return;
        }
        // Not before it was told of, or a run that is broken off now would go on behind it.
        done(entry);
    }

    /** @return false if it waits for events */
    private boolean judge(
            Entry entry,
            boolean sameVersion,
            SecondLook.Finding now,
            int looks,
            int unchanged,
            Optional<IndexOffsets> arrived) {
        Difference difference = now.difference().orElseThrow();
        CatchUpTracker.Goal goal = arrivals.goal(sameVersion ? entry.goal() : null, arrived);
        if (!arrivals.areKnown() || goal.isReached(arrived, difference)) {
            verdict.differs(difference, true);
        } else if (goal.isGivenUp()) {
            tally.pending(arrivals.behind());
        } else {
            putAgain(entry, difference, looks, unchanged, now.version(), goal);
            return false;
        }
        return true;
    }

    private synchronized void putAgain(
            Entry entry, Difference difference, int looks, int unchanged, long version, CatchUpTracker.@Nullable Goal goal) {
        done(entry);
        put(difference, entry.from(), looks, unchanged, version, goal);
    }

    private synchronized void done(Entry entry) {
        inHand.remove(entry.difference().document());
    }
}
