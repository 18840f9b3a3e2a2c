/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline.source;

import io.hbasesearch.core.concurrent.NamedThreads;
import io.hbasesearch.core.error.Backoff;
import io.hbasesearch.core.error.FailureClass;
import io.hbasesearch.core.error.HBaseSearchException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Has an index's identity checked after each assignment and from time to time, on a thread of its own, as a check waits for
 * Kafka and the polling thread must not. Partitions that were checked stay so while others come: only those are held back. For
 * the polling thread. Owns its thread.
 *
 * <p>Also while no partition is assigned: of a topic that was deleted none ever is again.
 */
public final class IdentityWatch implements AutoCloseable {
    private static final String STEP = "checking that topic and index are those of index create";

    private final SourceIdentity identity;
    private final PipelineHealth health;
    private final Duration interval;
    private final Backoff backoff;
    private final ExecutorService executor;
    private @Nullable Future<?> running;
    private Set<Integer> checking = Set.of();
    private PipelineHealth.@Nullable HealthIssue ailment;
    private final Set<Integer> cleared = new HashSet<>();
    private int failures;
    private long dueNanos = System.nanoTime();

    public IdentityWatch(
            String index, SourceIdentity identity, PipelineHealth health, Duration interval, Backoff backoff) {
        this.identity = identity;
        this.health = health;
        this.interval = interval;
        this.backoff = backoff;
        this.executor = new NamedThreads("hbase-search-identity-" + index).pool(1);
    }

    /** Nothing of these partitions, which are new, is to be indexed until a check that begins after this has passed. */
    public void require(Set<Integer> partitions) {
        forget(partitions);
        dueNanos = System.nanoTime();
    }

    /** These partitions are gone. */
    public void forget(Set<Integer> partitions) {
        cleared.removeAll(partitions);
        // The check under way may have begun before they come back.
        checking = without(checking, partitions);
    }

    /** Of these partitions, those that no check has passed yet. */
    public Set<Integer> heldBack(Set<Integer> assigned) {
        return without(assigned, cleared);
    }

    private static Set<Integer> without(Set<Integer> some, Set<Integer> others) {
        Set<Integer> rest = new HashSet<>(some);
        rest.removeAll(others);
        return rest;
    }

    /**
     * Takes the result of a check that has ended, and begins one that is due.
     *
     * @throws HBaseSearchException of class FATAL if topic or index are not what they were
     */
    public void tick(Set<Integer> assigned) {
        if (running != null && running.isDone()) {
            Future<?> ended = running;
            running = null;
            harvest(ended, assigned);
        }
        if (running == null && System.nanoTime() - dueNanos >= 0) {
            Set<Integer> partitions = Set.copyOf(assigned);
            checking = partitions;
            running = executor.submit(() -> identity.check(partitions));
        }
    }

    /**
     * A topic that is not the index's any more shows in many ways, lost offsets for one; the identity says why.
     *
     * @return the better of two explanations
     */
    public HBaseSearchException explain(HBaseSearchException failure, Set<Integer> assigned) {
        try {
            identity.check(assigned);
        } catch (HBaseSearchException e) {
            if (e.failureClass() == FailureClass.FATAL) {
                e.addSuppressed(failure);
                return e;
            }
        }
        return failure;
    }

    private void harvest(Future<?> ended, Set<Integer> assigned) {
        try {
            ended.get();
            passed(assigned);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof HBaseSearchException failure && failure.failureClass() != FailureClass.FATAL) {
                failed(failure);
            } else if (e.getCause() instanceof RuntimeException fatal) {
                throw fatal;
            } else {
                throw new IllegalStateException(e.getCause());
            }
        }
    }

    private void passed(Set<Integer> assigned) {
        failures = 0;
        if (ailment != null) {
            ailment.close();
            ailment = null;
        }
        cleared.addAll(checking);
        if (heldBack(assigned).isEmpty()) {
            dueNanos = System.nanoTime() + interval.toNanos();
        }
    }

    private void failed(HBaseSearchException failure) {
        if (ailment == null) {
            ailment = health.ailing(STEP, failure);
        } else {
            ailment.failedAgain(failure);
        }
        dueNanos = System.nanoTime()
                + backoff.delay(failures++, ThreadLocalRandom.current()).toNanos();
    }

    @Override
    public void close() {
        executor.shutdownNow();
        if (ailment != null) {
            ailment.close();
            ailment = null;
        }
    }
}
