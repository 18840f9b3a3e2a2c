/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline.source;

import io.hbasesearch.core.error.HBaseSearchException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes partitions that have events but deliver none from those that have nothing new. If a broker cannot read a batch from
 * its disk, or a batch is larger than the maximum response, Kafka's client retries the request indefinitely without reporting it;
 * it then knows of no lag either. For the polling thread; queries Kafka without waiting for the response.
 */
public final class StalledPartitions implements AutoCloseable {
    private final SourceIdentity identity;
    private final EventSource source;
    private final PipelineHealth health;
    private final Duration interval;
    /** When each partition last delivered something, or was paused. */
    private final Map<Integer, Long> heardNanos = new HashMap<>();

    private final Map<Integer, HBaseSearchException> stalled = new TreeMap<>();
    private Map<Integer, CompletableFuture<Long>> asked = Map.of();
    private long askedNanos;
    private PipelineHealth.@Nullable HealthIssue ailment;

    /** @param interval after which a silent partition is checked, and between two checks */
    public StalledPartitions(SourceIdentity identity, EventSource source, PipelineHealth health, Duration interval) {
        this.identity = identity;
        this.source = source;
        this.health = health;
        this.interval = interval;
        this.askedNanos = System.nanoTime();
    }

    /**
     * @param paused partitions that were not to deliver anything
     * @param delivered partitions whose position the last poll advanced
     */
    public void tick(Set<Integer> assigned, Set<Integer> paused, Set<Integer> delivered) {
        long now = System.nanoTime();
        heardNanos.keySet().retainAll(assigned);
        for (int partition : assigned) {
            if (paused.contains(partition) || delivered.contains(partition)) {
                heardNanos.put(partition, now);
            } else {
                heardNanos.putIfAbsent(partition, now);
            }
        }
        stalled.keySet().removeIf(partition -> isHeard(partition));
        judge(now);
        if (now - askedNanos >= interval.toNanos()) {
            ask(now);
        }
        tell();
    }

    private void ask(long now) {
        Set<Integer> silent = new HashSet<>(heardNanos.keySet());
        silent.removeIf(partition -> now - heardNanos.get(partition) < interval.toNanos());
        asked = silent.isEmpty() ? Map.of() : identity.ends(silent);
        askedNanos = now;
    }

    private boolean isHeard(int partition) {
        Long heard = heardNanos.get(partition);
        return heard == null || heard - askedNanos >= 0;
    }

    /** Checks the responses. What was appended just before a response needs a moment to be delivered. */
    private void judge(long now) {
        if (now - askedNanos < interval.toNanos() / 3) {
            return;
        }
        asked.forEach((partition, end) -> {
            if (!isHeard(partition) && end.isDone()) {
                judge(partition, end);
            }
        });
    }

    private void judge(int partition, CompletableFuture<Long> answer) {
        OptionalLong from = source.position(partition);
        try {
            long end = answer.join();
            if (from.isPresent() && from.getAsLong() >= end) {
                stalled.remove(partition);
            } else {
                stalled.put(partition, identity.stalled(partition, from, end));
            }
        } catch (CompletionException e) {
            if (e.getCause() instanceof HBaseSearchException failure) {
                stalled.put(partition, failure);
            }
        }
    }

    private void tell() {
        HBaseSearchException first = stalled.values().stream().findFirst().orElse(null);
        if (first == null) {
            close();
        } else if (ailment == null) {
            ailment = health.ailing("reading the topic", first);
        } else {
            ailment.failedAgain(first);
        }
    }

    @Override
    public void close() {
        if (ailment != null) {
            ailment.close();
            ailment = null;
        }
    }
}
