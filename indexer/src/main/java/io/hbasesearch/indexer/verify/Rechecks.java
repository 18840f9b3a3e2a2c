/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.error.HBaseSearchException;
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
 * left alone for a while, a few times; only then does its difference count. Bounded.
 *
 * <p>Differences are added by many threads; one works on them in {@link #run}.
 */
final class Rechecks {
    private static final int BATCH = 100;

    private final VerifyOptions options;
    private final Tally tally;
    private final SecondLook secondLook;
    private final Pace pace;
    private final Outages outages;
    private final StopSignal stop;
    // In the order in which they are due. Guarded by this; so is the rest.
    private final Map<DocumentId, Entry> waiting = new LinkedHashMap<>();
    private final Map<DocumentId, Entry> inHand = new HashMap<>();
    private boolean finishing;

    private record Entry(Difference difference, int attempts, long dueNanos) {}

    Rechecks(VerifyOptions options, Tally tally, SecondLook secondLook, Pace pace, Outages outages, StopSignal stop) {
        this.options = options;
        this.tally = tally;
        this.secondLook = secondLook;
        this.pace = pace;
        this.outages = outages;
        this.stop = stop;
    }

    /** Takes a difference that was just seen. One that waits already is not taken twice. */
    void add(Difference difference) {
        synchronized (this) {
            if (waiting.containsKey(difference.document()) || inHand.containsKey(difference.document())) {
                return;
            }
            if (options.attempts() > 0 && waiting.size() < options.rechecks()) {
                put(difference, 0);
                return;
            }
        }
        tally.differs(difference, false);
    }

    private void put(Difference difference, int attempts) {
        long due = System.nanoTime() + options.settle().toNanos();
        waiting.put(difference.document(), new Entry(difference, attempts, due));
        notifyAll();
    }

    /** No more will be added: {@link #run} ends once everything is settled. */
    synchronized void finish() {
        finishing = true;
        notifyAll();
    }

    /** The lowest row that still waits to be looked at again. */
    synchronized Optional<ByteArray> lowest() {
        return Stream.concat(waiting.values().stream(), inHand.values().stream())
                .flatMap(entry -> entry.difference().row().stream())
                .map(RowKey::bytes)
                .min(Comparator.naturalOrder());
    }

    /** Works until it is finished or the stop signal comes. */
    void run() throws InterruptedException {
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
        List<SecondLook.Finding> now =
                look(entries.stream().map(Entry::difference).toList());
        for (int i = 0; i < entries.size(); i++) {
            settle(entries.get(i), now.get(i));
        }
    }

    private List<SecondLook.Finding> look(List<Difference> differences) {
        for (int failures = 1; ; failures++) {
            try {
                return secondLook.at(differences);
            } catch (HBaseSearchException e) {
                outages.await(e, failures);
            }
        }
    }

    private void settle(Entry entry, SecondLook.Finding now) {
        synchronized (this) {
            inHand.remove(entry.difference().document());
            boolean again = now.difference().isPresent() && entry.attempts() + 1 < options.attempts();
            if (again) {
                put(now.difference().get(), entry.attempts() + 1);
                return;
            }
        }
        now.difference()
                .ifPresentOrElse(difference -> tally.differs(difference, true), () -> tally.settled(now.failed()));
    }
}
