/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.endpoint;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a peer's backlog and the RegionServers' memory came to at most, sampled while something is going on. Not thread-safe. */
final class Backlog {
    private static final Logger LOG = LoggerFactory.getLogger(Backlog.class);
    private static final double MEGABYTE = 1 << 20;

    private final EndpointStand stand;
    private final String peer;
    private long most;
    private long heldBytes;
    private long producerBytes;
    private long heapBytes;
    private long residentBytes;
    private double ageSeconds;
    private double growth;

    Backlog(EndpointStand stand, String peer) {
        this.stand = stand;
        this.peer = peer;
    }

    /** Takes a sample each second for so long. */
    void watch(Duration time) throws Exception {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - end < 0) {
            sample();
            Thread.sleep(Math.min(1_000, time.toMillis()));
        }
    }

    /** Samples until nothing waits any more but the WALs that are being written, one for each RegionServer. */
    Duration drained(Duration patience) throws Exception {
        long begin = System.nanoTime();
        long end = begin + patience.toNanos();
        while (ageSeconds() > 2 || wals() > 2) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError("after " + patience + " " + wals() + " WALs still wait, the oldest edit for "
                        + ageSeconds() + " s");
            }
            sample();
            Thread.sleep(200);
        }
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    private void sample() throws Exception {
        most = Math.max(most, wals());
        ageSeconds = Math.max(ageSeconds, ageSeconds());
        growth = stand.jvm().sink(peer, "UnshippedAgeGrowth");
        heldBytes = Math.max(heldBytes, (long) stand.jvm().sink(peer, "HeldBytes"));
        producerBytes = Math.max(producerBytes, stand.jvm().producerBufferBytes());
        heapBytes = Math.max(heapBytes, stand.jvm().heapUsedBytes());
        residentBytes = Math.max(residentBytes, stand.residentBytes());
    }

    long wals() throws Exception {
        return (long) stand.jvm().sink(peer, "QueuedWals");
    }

    double ageSeconds() throws Exception {
        return stand.jvm().sink(peer, "UnshippedAgeSeconds");
    }

    long mostWals() {
        return most;
    }

    double oldestSeconds() {
        return ageSeconds;
    }

    /** As last sampled: about 1 while nothing is shipped. */
    double growth() {
        return growth;
    }

    long mostHeldBytes() {
        return heldBytes;
    }

    long mostProducerBytes() {
        return producerBytes;
    }

    /** For the report: what was measured, in one line. */
    void log(String what) {
        LOG.info(
                "{}: at most {} WALs queued, oldest edit {} s, edits held {} MB, producers {} MB, heap {} MB, resident {} MB",
                what,
                most,
                Math.round(ageSeconds),
                Math.round(heldBytes / MEGABYTE),
                Math.round(producerBytes / MEGABYTE),
                Math.round(heapBytes / MEGABYTE),
                Math.round(residentBytes / MEGABYTE));
    }
}
