/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import io.hbasesearch.faults.fault.Arena;
import io.hbasesearch.faults.fault.Effect;
import io.hbasesearch.faults.fault.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets a schedule's faults strike, each track on a thread of its own. One use. */
final class Tracks {
    private static final Logger log = LoggerFactory.getLogger(Tracks.class);
    private static final int LONGEST_GAP_MILLIS = 3_000;
    /** Each fault gives up by itself long before; this is for one that hangs. */
    private static final Duration LIMIT = Duration.ofMinutes(45);

    private static final Duration LONG_LIMIT = Duration.ofMinutes(90);

    private final Arena arena;
    private final Schedule schedule;
    private final ReentrantLock index = new ReentrantLock();
    private final List<SeedResult.Strike> strikes = Collections.synchronizedList(new ArrayList<>());
    private final List<String> failures = Collections.synchronizedList(new ArrayList<>());

    Tracks(Arena arena, Schedule schedule) {
        this.arena = arena;
        this.schedule = schedule;
    }

    /** Returns when both tracks are through, or when they should have been long ago. */
    List<SeedResult.Strike> run() throws InterruptedException {
        Duration limit = schedule.isLong() ? LONG_LIMIT : LIMIT;
        long begin = System.nanoTime();
        Thread upstream = start("upstream", schedule.upstream(), schedule.restUpstream());
        Thread downstream = start("downstream", schedule.downstream(), Duration.ZERO);
        for (Thread track : List.of(upstream, downstream)) {
            long left = limit.minusNanos(System.nanoTime() - begin).toMillis();
            track.join(Math.max(1, left));
            if (track.isAlive()) {
                failures.add(track.getName() + " were not through after " + limit.toMinutes() + " minutes");
                track.interrupt();
            }
        }
        synchronized (strikes) {
            return List.copyOf(strikes);
        }
    }

    /** Faults that had no effect, or from which the servers themselves did not recover. */
    List<String> failures() {
        synchronized (failures) {
            return List.copyOf(failures);
        }
    }

    private Thread start(String track, List<Fault> faults, Duration rest) {
        Random gaps = new Random(schedule.seed() ^ track.hashCode());
        Thread thread = new Thread(
                () -> faults.forEach(fault -> strike(fault, rest.plusMillis(gaps.nextInt(LONGEST_GAP_MILLIS)))),
                "faults-" + track);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @SuppressWarnings("CatchingUnchecked") // whatever a fault throws is reported, and the track goes on
    private void strike(Fault fault, Duration gap) {
        try {
            Thread.sleep(gap.toMillis());
            if (fault.needsTheIndex()) {
                index.lockInterruptibly();
            }
            log.info("strikes: {}", fault);
            long begin = System.nanoTime();
            Effect effect = fault.strike(arena);
            Duration took = Duration.ofNanos(System.nanoTime() - begin);
            log.info("over: {} after {} ms: {}", fault.kind(), took.toMillis(), effect);
            strikes.add(new SeedResult.Strike(fault.kind(), fault.toString(), effect.words(), effect.felt(), took));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failures.add(fault + " was interrupted");
        } catch (Throwable e) {
            log.warn("{} did not work", fault, e);
            failures.add(fault + " did not work: " + e);
        } finally {
            if (index.isHeldByCurrentThread()) {
                index.unlock();
            }
        }
    }
}
