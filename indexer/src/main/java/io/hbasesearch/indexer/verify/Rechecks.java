/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.concurrent.RetryPolicy;
import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
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
 * Rechecks rows that differed, as a write may have been in flight. After a row was left alone for a while, row and document are
 * read and compared again, a few times; a difference counts only if the document was unchanged meanwhile. A newer document shows
 * that the row's events arrive: then the checks are counted from there, up to twice as many. Nor does a difference count before the
 * index has the events of that time: an index that lags differs from its table, but is correct. Bounded.
 *
 * <p>Differences are added by many threads; one processes them in {@link #run}.
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
    private final RetryPolicy outages;
    private final StopSignal stop;
    // In the order in which they are due. Guarded by this, like the fields below.
    private final Map<DocumentId, Entry> waiting = new LinkedHashMap<>();
    private final Map<DocumentId, Entry> inHand = new HashMap<>();
    private boolean finishing;

    /** Receives the differences that count. */
    interface Verdict {
        /** @param confirmed false if it was not rechecked */
        void differs(Difference difference, boolean confirmed);
    }

    /**
     * @param from the key from which a comparison would find it again
     * @param looks number of checks so far
     * @param unchanged how many of the last checks found the same version of the document
     * @param goal the offsets that it waits for, once it would count
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
            RunControl control) {
        this.options = options;
        this.tally = tally;
        this.verdict = verdict;
        this.secondLook = secondLook;
        this.arrivals = arrivals;
        this.pace = control.pace();
        this.outages = control.outages();
        this.stop = control.stop();
    }

    /**
     * Accepts a difference that was just found, unless it is already waiting.
     *
     * @param chunk the start of the rows among which it was found: a document that belongs to no row is found again there
     */
    void add(Difference difference, ByteArray chunk) {
        synchronized (this) {
            if (waiting.containsKey(difference.document()) || inHand.containsKey(difference.document())) {
                return;
            }
            if (options.recheck().attempts() > 0
                    && waiting.size() < options.recheck().limit()) {
                ByteArray from = difference.row().map(RowKey::bytes).orElse(chunk);
                put(difference, from, 0, 0, SecondLook.NO_VERSION, null);
                return;
            }
        }
        if (options.recheck().attempts() > 0 && arrivals.areLate()) {
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
        long due = System.nanoTime() + options.recheck().settle().toNanos();
        waiting.put(difference.document(), new Entry(difference, from, looks, unchanged, version, goal, due));
        notifyAll();
    }

    /**
     * Waits while the checks are late. If the pace is limited, they need a part of it, and known differences come before new rows:
     * otherwise the comparison would run ahead of the checks, and an interrupted run would have no result for its time.
     */
    void awaitInTime() {
        while (isLate() && !stop.await(TURN)) {
            // Until they are in time, or no longer waited for.
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
    public void run() throws StoppedException, InterruptedException {
        // The initial offsets show later how large the lag is.
        arrivals.now();
        for (List<Entry> due = take(); !due.isEmpty(); due = take()) {
            // Read before the checks: what was indexed by then is visible to them.
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

    /** Waits until a check is due; returns an empty list at the end. */
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

    private void recheck(List<Entry> entries, Optional<IndexOffsets> arrived) throws StoppedException {
        if (entries.isEmpty()) {
            return;
        }
        List<SecondLook.Finding> now = outages.call(
                "checking differences again",
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
        } else if (unchanged >= options.recheck().attempts()) {
            if (!judge(entry, sameVersion, now, looks, unchanged, arrived)) {
                return;
            }
        } else if (looks >= 2 * options.recheck().attempts()) {
            tally.busy();
        } else {
            putAgain(entry, difference.get(), looks, unchanged, now.version(), null);
            return;
        }
        // Not before it was reported: otherwise a run that is interrupted now would continue after it.
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
            Entry entry,
            Difference difference,
            int looks,
            int unchanged,
            long version,
            CatchUpTracker.@Nullable Goal goal) {
        done(entry);
        put(difference, entry.from(), looks, unchanged, version, goal);
    }

    private synchronized void done(Entry entry) {
        inHand.remove(entry.difference().document());
    }
}
