/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline.source;

import io.hbasesearch.core.spi.Position;
import io.hbasesearch.indexer.pipeline.source.OffsetTracker.Ticket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * An event's way through the tracker: taken, acknowledged, and counted among what is done. Here, as nobody else needs to see
 * the tracker.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class OffsetTracking {
    private static final int EVENTS = 10_000;
    private static final int PARTITIONS = 4;

    /** In the order of their offsets. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public Map<Integer, Position> inOrder() {
        OffsetTracker tracker = new OffsetTracker();
        take(tracker).forEach(Ticket::acknowledge);
        return tracker.positions();
    }

    /** The first of each partition last: nothing is done until then. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public Map<Integer, Position> reversed() {
        OffsetTracker tracker = new OffsetTracker();
        List<Ticket> tickets = take(tracker);
        for (int i = tickets.size() - 1; i >= 0; i--) {
            tickets.get(i).acknowledge();
        }
        return tracker.positions();
    }

    private static List<Ticket> take(OffsetTracker tracker) {
        List<Ticket> tickets = new ArrayList<>(EVENTS);
        for (int i = 0; i < EVENTS; i++) {
            tickets.add(tracker.track(i % PARTITIONS, i / PARTITIONS, OptionalInt.of(1)));
        }
        return tickets;
    }
}
