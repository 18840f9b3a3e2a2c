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

/**
 * Looks again at rows that differed: a write may have been on its way. A row is compared afresh, both sides, after it was
 * left alone for a while, a few times; its difference counts only if the document stayed as it was meanwhile. A document that
 * got newer shows that the row's events arrive: then the looks are counted from there, up to twice as many. Bounded.
 *
 * <p>Differences are added by many threads; one works on them in {@link #run}.
 */
final class Rechecks implements Stage {
    private static final int BATCH = 100;

    private final VerifyOptions options;
    private final Tally tally;
    private final Verdict verdict;
    private final SecondLook secondLook;
    private final Pace pace;
    private final Outages outages;
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
     */
    private record Entry(
            Difference difference, ByteArray from, int looks, int unchanged, long version, long dueNanos) {}

    Rechecks(
            VerifyOptions options,
            Tally tally,
            Verdict verdict,
            SecondLook secondLook,
            Pace pace,
            Outages outages,
            StopSignal stop) {
        this.options = options;
        this.tally = tally;
        this.verdict = verdict;
        this.secondLook = secondLook;
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
                put(difference, from, 0, 0, SecondLook.NO_VERSION);
                return;
            }
        }
        verdict.differs(difference, false);
    }

    private void put(Difference difference, ByteArray from, int looks, int unchanged, long version) {
        long due = System.nanoTime() + options.settle().toNanos();
        waiting.put(difference.document(), new Entry(difference, from, looks, unchanged, version, due));
        notifyAll();
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
        for (List<Entry> due = take(); !due.isEmpty(); due = take()) {
            pace.await(due.size());
            recheck(due);
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

    private void recheck(List<Entry> entries) {
        List<SecondLook.Finding> now = outages.retry(
                () -> secondLook.at(entries.stream().map(Entry::difference).toList()));
        for (int i = 0; i < entries.size(); i++) {
            settle(entries.get(i), now.get(i));
        }
    }

    private void settle(Entry entry, SecondLook.Finding now) {
        int looks = entry.looks() + 1;
        int unchanged = now.version() == entry.version() ? entry.unchanged() + 1 : 1;
        boolean stands = unchanged >= options.attempts();
        synchronized (this) {
            inHand.remove(entry.difference().document());
            if (now.difference().isPresent() && !stands && looks < 2 * options.attempts()) {
                put(now.difference().get(), entry.from(), looks, unchanged, now.version());
                return;
            }
        }
        if (now.difference().isEmpty()) {
            tally.settled(now.failed());
        } else if (stands) {
            verdict.differs(now.difference().get(), true);
        } else {
            tally.busy();
        }
    }
}
