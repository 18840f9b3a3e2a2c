/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import io.hbasesearch.event.Payload;
import io.hbasesearch.event.RowMutation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Offers a chunk of edits to Kafka once, then waits for every acknowledgement. Belongs to one thread; used once.
 *
 * <p>A topic that refused one edit is not offered another in this attempt, as each offer to a missing topic blocks for
 * {@code max.block.ms}; other topics are.
 */
final class SendAttempt {
    private static final long TURN_MILLIS = 100;

    private final RecordSender sender;
    private final SinkConfig config;
    private final StopSignal stop;
    private final SinkMetrics metrics;
    private final List<Sent> sent = new ArrayList<>();
    private final List<Announcement> unsent = new ArrayList<>();
    private final List<Announcement> unrouted = new ArrayList<>();
    private final List<SendFailure> failures = new ArrayList<>();
    private final Set<String> refusing = new HashSet<>();

    SendAttempt(RecordSender sender, SinkConfig config, StopSignal stop, SinkMetrics metrics) {
        this.sender = sender;
        this.config = config;
        this.stop = stop;
        this.metrics = metrics;
    }

    /** Returns when each edit was acknowledged, has failed, or was not offered. */
    void run(List<? extends Announcement> edits) throws InterruptedException, StoppedException {
        for (Announcement edit : edits) {
            stop.throwIfStopped();
            TableRoute route = config.tables().of(edit.qualifiedTable());
            if (route == null) {
                unrouted.add(edit);
            } else if (refusing.contains(route.topicName())) {
                unsent.add(edit);
            } else {
                offer(edit, route);
            }
        }
        awaitAll();
    }

    private void offer(Announcement edit, TableRoute route) throws InterruptedException {
        RowMutation event = EventEncoder.encode(edit, config.payload().orLess(edit.most), config.maxEventBytes());
        edit.most = level(event.getPayload());
        byte[] value = event.toByteArray();
        try {
            if (edit instanceof RowEdit) {
                byte[] row = ((RowEdit) edit).row;
                send(edit, route, route.partitionOf(row), row, value);
            } else {
                offerToAll(edit, route, value);
            }
        } catch (RuntimeException e) {
            failures.add(new SendFailure(edit, route, e));
            refusing.add(route.topicName());
        }
    }

    /** Up to the first partition that refuses; the others get theirs with the next attempt. */
    private void offerToAll(Announcement announced, TableRoute route, byte[] value) throws InterruptedException {
        for (int partition = 0; partition < route.partitions(); partition++) {
            if (!refusing.contains(route.topicName())) {
                send(announced, route, partition, null, value);
            }
        }
    }

    /** @param key null for what is sent to every partition */
    private void send(Announcement edit, TableRoute route, int partition, byte[] key, byte[] value)
            throws InterruptedException {
        Future<?> ack = sender.send(route.topicName(), partition, key, value);
        sent.add(new Sent(edit, route, ack, value.length));
        if (ack.isDone() && refused(ack)) {
            refusing.add(route.topicName());
        }
    }

    private static boolean refused(Future<?> ack) throws InterruptedException {
        try {
            ack.get();
            return false;
        } catch (ExecutionException e) {
            return !(e.getCause() instanceof org.apache.kafka.common.errors.RecordTooLargeException);
        }
    }

    private void awaitAll() throws InterruptedException, StoppedException {
        if (sent.isEmpty()) {
            return;
        }
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(sender.settledAfterMillis());
        long events = 0;
        long bytes = 0;
        for (Sent one : sent) {
            Throwable cause = outcome(one.ack, end);
            if (cause == null) {
                events++;
                bytes += one.bytes;
                if (one.edit.most.compareTo(config.payload()) > 0) {
                    metrics.degradedEvents.increment();
                }
            } else {
                failures.add(new SendFailure(one.edit, one.route, cause));
            }
        }
        if (events > 0) {
            metrics.shipped(events, bytes);
        }
    }

    /** Null for an acknowledgement. */
    private Throwable outcome(Future<?> ack, long endNanos) throws InterruptedException, StoppedException {
        while (true) {
            try {
                ack.get(TURN_MILLIS, TimeUnit.MILLISECONDS);
                return null;
            } catch (ExecutionException e) {
                return e.getCause();
            } catch (TimeoutException e) {
                stop.throwIfStopped();
                if (System.nanoTime() - endNanos > 0) {
                    return new IllegalStateException(
                            "the producer's own timeouts have passed and it did not answer", e);
                }
            }
        }
    }

    /** In no particular order. */
    List<SendFailure> failures() {
        return failures;
    }

    List<Announcement> unrouted() {
        return unrouted;
    }

    /**
     * What was not acknowledged, in the order of the edits: to be offered again, whole, though some partitions may have
     * acknowledged their event of it.
     */
    List<Announcement> left() {
        Set<Announcement> left = new LinkedHashSet<>();
        failures.forEach(failure -> left.add(failure.edit()));
        left.addAll(unsent);
        return new ArrayList<>(left);
    }

    private static PayloadLevel level(Payload payload) {
        switch (payload) {
            case EDITS:
                return PayloadLevel.EDITS;
            case COLUMNS:
                return PayloadLevel.COLUMNS;
            default:
                return PayloadLevel.KEYS;
        }
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
