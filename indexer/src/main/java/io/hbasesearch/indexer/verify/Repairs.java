/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.concurrent.RetryPolicy;
import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Has differing rows read again by the indexers, and waits until row and document agree. It never writes a document. Bounded:
 * callers that add more wait.
 *
 * <p>A waiting row is touched again at intervals: a document that another program wrote may have exactly the version of the first
 * touch. Differences are added by many threads; one processes them in {@link #run}.
 */
final class Repairs implements Stage {
    private static final int HELD = 5_000;
    private static final int BATCH = 500;
    private static final Duration FIRST_LOOK = Duration.ofMillis(300);
    private static final Duration NEXT_LOOK = Duration.ofSeconds(1);
    private static final Set<Integer> LOOKS_BEFORE_A_TOUCH = Set.of(3, 9, 27, 81, 243);

    private final RowToucher toucher;
    private final Duration patience;
    private final SecondLook secondLook;
    private final VerifyCounters tally;
    private final RetryPolicy outages;
    private final StopSignal stop;
    // Guarded by this, like the fields below.
    private final Deque<Difference> untouched = new ArrayDeque<>();
    private final Deque<Touched> touched = new ArrayDeque<>();
    private final List<Difference> inHand = new ArrayList<>();
    private boolean finishing;

    /** @param seen the document's version at the last check */
    private record Touched(
            Difference difference, RowVersion version, long seen, long giveUpNanos, long dueNanos, int looks) {
        Touched next(SecondLook.Finding now) {
            long due = System.nanoTime() + NEXT_LOOK.toNanos();
            return new Touched(now.difference().orElseThrow(), version, now.version(), giveUpNanos, due, looks + 1);
        }

        /** Returns whether the row's events arrive, one after the other: the present difference is a write in flight. */
        boolean isOvertaken(SecondLook.Finding now) {
            return seen >= version.value() && now.version() > seen;
        }

        boolean isDue(long now) {
            return dueNanos - now <= 0;
        }
    }

    /** @param patience from a row's touch until it counts as not repaired */
    Repairs(RowToucher toucher, Duration patience, SecondLook secondLook, VerifyCounters tally, RunControl control) {
        this.toucher = toucher;
        this.patience = patience;
        this.secondLook = secondLook;
        this.tally = tally;
        this.outages = control.outages();
        this.stop = control.stop();
    }

    /** Accepts a difference. A document that belongs to no row cannot be repaired, and is counted as unrepaired. */
    synchronized void add(Difference difference) {
        try {
            while (untouched.size() + touched.size() + inHand.size() >= HELD && !stop.isFired()) {
                wait();
            }
        } catch (InterruptedException e) {
            // An interrupt stops the run, which is then reported as incomplete.
            Thread.currentThread().interrupt();
        }
        if (difference.row().isPresent()) {
            untouched.add(difference);
            notifyAll();
        } else {
            tally.unrepaired(difference, "a touch cannot repair it, as it belongs to no row; delete it by hand");
        }
    }

    @Override
    public synchronized void finish() {
        finishing = true;
        notifyAll();
    }

    @Override
    public synchronized Optional<ByteArray> lowest() {
        return Stream.of(untouched.stream(), touched.stream().map(Touched::difference), inHand.stream())
                .flatMap(differences -> differences)
                .flatMap(difference -> difference.row().stream())
                .map(RowKey::bytes)
                .min(Comparator.naturalOrder());
    }

    @Override
    public void run() throws StoppedException, InterruptedException {
        while (await()) {
            List<Difference> toTouch = take();
            if (!toTouch.isEmpty()) {
                touch(toTouch, List.of());
            }
            List<Touched> due = takeDue();
            if (!due.isEmpty()) {
                look(due);
            }
        }
    }

    /** Waits for work; returns false at the end. */
    private synchronized boolean await() throws InterruptedException {
        while (!stop.isFired()) {
            if (untouched.isEmpty() && touched.isEmpty() && finishing) {
                return false;
            }
            long nanos = touched.isEmpty() ? 0 : touched.peek().dueNanos() - System.nanoTime();
            if (!untouched.isEmpty() || (!touched.isEmpty() && nanos <= 0)) {
                return true;
            }
            wait(touched.isEmpty() ? 0 : Duration.ofNanos(nanos).toMillis() + 1);
        }
        return false;
    }

    private synchronized List<Difference> take() {
        List<Difference> taken = new ArrayList<>();
        while (!untouched.isEmpty() && taken.size() < BATCH) {
            taken.add(untouched.remove());
        }
        inHand.addAll(taken);
        return taken;
    }

    private synchronized List<Touched> takeDue() {
        long now = System.nanoTime();
        List<Touched> due = new ArrayList<>();
        while (!touched.isEmpty() && due.size() < BATCH && touched.peek().isDue(now)) {
            due.add(touched.remove());
        }
        due.forEach(entry -> inHand.add(entry.difference()));
        return due;
    }

    /** @param before the earlier touches of these, if there were any; they keep their deadlines */
    private void touch(List<Difference> differences, List<Touched> before) throws StoppedException {
        Map<RowKey, RowVersion> versions = outages.call(
                "announcing rows",
                () -> toucher.touch(differences.stream()
                        .map(difference -> difference.row().orElseThrow())
                        .toList()));
        long now = System.nanoTime();
        synchronized (this) {
            for (int i = 0; i < differences.size(); i++) {
                long giveUp = before.isEmpty()
                        ? now + patience.toNanos()
                        : before.get(i).giveUpNanos();
                int looks = before.isEmpty() ? 0 : before.get(i).looks();
                RowVersion version = versions.get(differences.get(i).row().orElseThrow());
                touched.add(new Touched(
                        differences.get(i), version, SecondLook.NO_VERSION, giveUp, now + FIRST_LOOK.toNanos(), looks));
            }
            inHand.clear();
        }
    }

    private void look(List<Touched> entries) throws StoppedException {
        List<SecondLook.Finding> findings = outages.call(
                "checking repairs",
                () -> secondLook.at(entries.stream().map(Touched::difference).toList()));
        List<Touched> again = new ArrayList<>();
        List<Touched> anew = new ArrayList<>();
        long now = System.nanoTime();
        for (int i = 0; i < entries.size(); i++) {
            Touched entry = entries.get(i);
            SecondLook.Finding finding = findings.get(i);
            if (finding.difference().isEmpty()) {
                tally.repaired(entry.difference(), finding.failed());
            } else if (entry.isOvertaken(finding)) {
                tally.repaired(entry.difference(), false);
            } else if (entry.giveUpNanos() - now <= 0) {
                tally.unrepaired(finding.difference().get(), reason(finding, entry.version()));
            } else {
                Touched next = entry.next(finding);
                (LOOKS_BEFORE_A_TOUCH.contains(next.looks()) ? anew : again).add(next);
            }
        }
        synchronized (this) {
            inHand.clear();
            touched.addAll(again);
            anew.forEach(entry -> inHand.add(entry.difference()));
            notifyAll();
        }
        if (!anew.isEmpty()) {
            touch(anew.stream().map(Touched::difference).toList(), anew);
        }
    }

    private static String reason(SecondLook.Finding finding, RowVersion touch) {
        return finding.version() > touch.value()
                ? "the index holds it at a version that no event has: another program wrote it; delete it by hand and"
                        + " repair again"
                : "its touch was not processed in time";
    }
}
