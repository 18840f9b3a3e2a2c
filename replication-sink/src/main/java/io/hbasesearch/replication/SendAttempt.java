/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import io.hbasesearch.replication.settings.SinkConfig;
import io.hbasesearch.replication.settings.TableRoute;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.TableName;
import org.apache.kafka.common.errors.RecordTooLargeException;

/**
 * Offers edits to Kafka once and collects the answers, which settle them. Belongs to one thread; unusable after an exception.
 *
 * <p>A topic that rejected one edit is not offered another in this attempt, because each offer to a missing topic blocks for {@code
 * max.block.ms}; other topics are.
 */
final class SendAttempt {
    private static final long TURN_MILLIS = 100;

    private final RecordSender sender;
    private final SinkConfig config;
    private final StopSignal stop;
    private final SinkMetrics metrics;
    private final Consumer<Announcement> unrouted;
    private final Deque<Sent> unanswered = new ArrayDeque<>();
    private final List<SendFailure> failures = new ArrayList<>();
    private final Set<String> refusing = new HashSet<>();
    /** Acknowledged events that are not yet counted in the metrics. */
    private long events;

    private long bytes;
    private TableName lastTable;
    private TableRoute lastRoute;

    /** @param unrouted receives announcements without a topic; they are settled */
    SendAttempt(
            RecordSender sender,
            SinkConfig config,
            StopSignal stop,
            SinkMetrics metrics,
            Consumer<Announcement> unrouted) {
        this.sender = sender;
        this.config = config;
        this.stop = stop;
        this.metrics = metrics;
        this.unrouted = unrouted;
    }

    /** Offers edits. Does not wait for answers, but for room in the producer's buffer. */
    void offer(List<? extends Announcement> edits) throws InterruptedException, StoppedException {
        for (Announcement edit : edits) {
            stop.throwIfStopped();
            TableRoute route = routeOf(edit);
            if (route == null) {
                edit.offeredAs(0);
                unrouted.accept(edit);
            } else if (!refusing.contains(route.topicName())) {
                offer(edit, route);
            }
        }
    }

    /** Returns the edit's route; null if it has none. Edits of one table are mostly adjacent. */
    private TableRoute routeOf(Announcement edit) {
        if (!edit.table.equals(lastTable)) {
            // In this order: if the first line throws, the second must not mark the route as the table's.
            lastRoute = config.tables().of(edit.qualifiedTable());
            lastTable = edit.table;
        }
        return lastRoute;
    }

    private void offer(Announcement edit, TableRoute route) throws InterruptedException {
        byte[] value = EventEncoder.encode(edit, config.payload().orLess(edit.most), config.maxEventBytes());
        try {
            if (edit instanceof RowEdit) {
                byte[] row = ((RowEdit) edit).row;
                edit.offeredAs(1);
                send(edit, route, route.partitionOf(row), row, value);
            } else {
                edit.offeredAs(route.partitions());
                offerToAll(edit, route, value);
            }
        } catch (RuntimeException e) {
            fail(edit, route, e);
        }
    }

    /** Offers an event to all partitions up to the first that rejects it; all partitions get it again with the next attempt. */
    private void offerToAll(Announcement announced, TableRoute route, byte[] value) throws InterruptedException {
        for (int partition = 0; partition < route.partitions(); partition++) {
            if (!refusing.contains(route.topicName())) {
                send(announced, route, partition, null, value);
            }
        }
    }

    /** @param key null for an event that is sent to every partition */
    private void send(Announcement edit, TableRoute route, int partition, byte[] key, byte[] value)
            throws InterruptedException {
        Future<?> ack = sender.send(route.topicName(), partition, key, value);
        unanswered.add(new Sent(edit, route, ack, value.length));
        if (ack.isDone() && refused(ack)) {
            refusing.add(route.topicName());
        }
    }

    private static boolean refused(Future<?> ack) throws InterruptedException {
        try {
            ack.get();
            return false;
        } catch (ExecutionException e) {
            return !(e.getCause() instanceof RecordTooLargeException);
        }
    }

    private void fail(Announcement edit, TableRoute route, Throwable cause) {
        failures.add(new SendFailure(edit, route, cause));
        if (!(cause instanceof RecordTooLargeException)) {
            refusing.add(route.topicName());
        }
    }

    /** Collects available answers, and waits until at most {@code most} are missing. */
    void await(int most) throws InterruptedException, StoppedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(sender.settledAfterMillis());
        try {
            while (!unanswered.isEmpty()
                    && (unanswered.size() > most || unanswered.peek().ack.isDone())) {
                take(unanswered.remove(), end);
            }
        } finally {
            if (events > 0) {
                metrics.shipped(events, bytes);
            }
            events = 0;
            bytes = 0;
        }
    }

    private void take(Sent one, long endNanos) throws InterruptedException, StoppedException {
        Throwable cause = outcome(one.ack, endNanos);
        if (cause != null) {
            fail(one.edit, one.route, cause);
            return;
        }
        events++;
        bytes += one.bytes;
        one.edit.acknowledged();
        sender.acknowledged();
        // A bulk load's event never has cells.
        if (one.edit instanceof RowEdit && one.edit.most.compareTo(config.payload()) > 0) {
            metrics.degradedEvents.increment();
        }
    }

    /** Returns the failure; null for an acknowledgement. */
    private Throwable outcome(Future<?> ack, long endNanos) throws InterruptedException, StoppedException {
        while (true) {
            try {
                if (ack.isDone()) {
                    ack.get(); // cheaper than a wait with a limit, and nearly all are answered by now
                } else {
                    ack.get(System.nanoTime() - endNanos > 0 ? 0 : TURN_MILLIS, TimeUnit.MILLISECONDS);
                }
                return null;
            } catch (ExecutionException e) {
                return e.getCause();
            } catch (TimeoutException e) {
                stop.throwIfStopped();
                if (System.nanoTime() - endNanos > 0) {
                    return new IllegalStateException("the producer did not answer within its own timeouts", e);
                }
            }
        }
    }

    /** Returns the failures in no particular order. */
    List<SendFailure> failures() {
        return failures;
    }

    private static final class Sent {
        private final Announcement edit;
        private final TableRoute route;
        private final Future<?> ack;
        private final int bytes;

        Sent(Announcement edit, TableRoute route, Future<?> ack, int bytes) {
            this.edit = edit;
            this.route = route;
            this.ack = ack;
            this.bytes = bytes;
        }
    }
}
