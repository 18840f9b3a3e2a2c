/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.indexer.pipeline.source.EventSource;
import io.hbasesearch.indexer.pipeline.source.SourceEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Polls a {@link FakeTopic} as a consumer would; other threads may have things done on the polling thread. */
public final class FakeSource implements EventSource {
    private final FakeTopic topic;
    private final int maxRecords;
    private final Map<Integer, Long> positions = new HashMap<>();
    private final Queue<Consumer<PartitionListener>> rebalances = new ConcurrentLinkedQueue<>();
    private PartitionListener listener;
    private Set<Integer> paused = Set.of();
    final AtomicInteger polls = new AtomicInteger();
    final AtomicInteger pausedPolls = new AtomicInteger();
    volatile boolean closed;
    volatile Duration timeToLeave;
    /** Partitions that deliver nothing, whatever they have. */
    volatile Set<Integer> silent = Set.of();

    private volatile boolean disowned;
    volatile RuntimeException nextPollFailure;
    public volatile Supplier<HBaseSearchException> commitFailures = () -> null;
    private HBaseSearchException commitFailure;
    private boolean commitFailed;

    public FakeSource(FakeTopic topic, int maxRecords) {
        this.topic = topic;
        this.maxRecords = maxRecords;
    }

    /** To be called on the polling thread, within its next poll. */
    void onPoll(Consumer<PartitionListener> action) {
        rebalances.add(action);
    }

    @Override
    public void open(PartitionListener opened) {
        listener = opened;
        Set<Integer> all = new LinkedHashSet<>();
        for (int i = 0; i < topic.partitionCount(); i++) {
            all.add(i);
        }
        assign(all);
    }

    void assign(Set<Integer> partitions) {
        partitions.forEach(partition ->
                positions.put(partition, topic.committed.get(partition).nextOffset()));
        listener.assigned(partitions);
    }

    void revoke(Set<Integer> partitions) {
        listener.revoked(partitions);
        positions.keySet().removeAll(partitions);
    }

    /** As after a fencing: nothing more comes, and whatever is committed from now on is refused. */
    void disown() {
        disowned = true;
    }

    @Override
    public Polled poll(Duration timeout) {
        polls.incrementAndGet();
        for (Consumer<PartitionListener> action = rebalances.poll(); action != null; action = rebalances.poll()) {
            action.accept(listener);
        }
        RuntimeException failure = nextPollFailure;
        if (failure != null) {
            nextPollFailure = null;
            throw failure;
        }
        if (disowned || (!paused.isEmpty() && paused.containsAll(positions.keySet()))) {
            pausedPolls.incrementAndGet();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            return Polled.nothing();
        }
        Polled polled = take();
        if (polled.events().isEmpty()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        return polled;
    }

    private Polled take() {
        List<SourceEvent> events = new ArrayList<>();
        Map<Integer, Position> next = new HashMap<>();
        for (Map.Entry<Integer, Long> position : positions.entrySet()) {
            int partition = position.getKey();
            if (paused.contains(partition) || silent.contains(partition)) {
                continue;
            }
            long end = topic.end(partition);
            List<SourceEvent> taken = topic.from(partition, position.getValue(), maxRecords - events.size());
            events.addAll(taken);
            long reached = taken.isEmpty()
                    ? position.getValue()
                    : taken.get(taken.size() - 1).offset() + 1;
            long after = topic.from(partition, reached, 1).isEmpty() && events.size() < maxRecords
                    ? Math.max(reached, end)
                    : reached;
            if (after != position.getValue()) {
                position.setValue(after);
                next.put(partition, new Position(after, OptionalInt.of(FakeTopic.LEADER_EPOCH)));
            }
        }
        return new Polled(events, next);
    }

    @Override
    public void setPaused(Set<Integer> partitions) {
        paused = Set.copyOf(partitions);
    }

    @Override
    public void commit(Map<Integer, Position> committed, Duration await) {
        commitFailure = commitFailures.get();
        commitFailed |= commitFailure != null;
        if (!disowned && commitFailure == null) {
            topic.committed.putAll(committed);
        }
    }

    @Override
    public boolean takeCommitFailure() {
        boolean failed = commitFailed;
        commitFailed = false;
        return failed;
    }

    @Override
    public Optional<HBaseSearchException> commitFailure() {
        return Optional.ofNullable(commitFailure);
    }

    @Override
    public long remaining() {
        return positions.entrySet().stream()
                .mapToLong(position -> topic.end(position.getKey()) - position.getValue())
                .sum();
    }

    @Override
    public OptionalLong remaining(int partition) {
        return OptionalLong.of(topic.end(partition) - positions.get(partition));
    }

    @Override
    public OptionalLong position(int partition) {
        Long position = positions.get(partition);
        return position == null ? OptionalLong.empty() : OptionalLong.of(position);
    }

    @Override
    public void wakeup() {}

    @Override
    public void close(Duration atMost) {
        timeToLeave = atMost;
        close();
    }

    @Override
    public void close() {
        closed = true;
    }
}
