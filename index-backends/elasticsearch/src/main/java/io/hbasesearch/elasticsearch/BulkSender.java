/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import io.hbasesearch.core.error.Backoff;
import io.hbasesearch.core.error.FailureClass;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.WriteResult;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * One slot for a bulk request: takes what is queued, sends it, and keeps at it until every operation has its result. What has
 * to be retried blocks this slot, so that an overloaded server gets less, not more.
 *
 * <p>A retried operation may arrive after newer ones on the same row that went another way. That does no harm: versions
 * are external, the highest one wins in whatever order they come.
 *
 * <p>For one thread, which {@link ElasticsearchWriter} owns.
 */
final class BulkSender {
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5));
    private static final WriteResult TOO_OLD = new WriteResult.ReadTooOld();

    private final BulkBuffer buffer;
    private final BulkRequests requests;
    private final WriterHealth health;
    private final StopSignal stop;
    private final InstantSource clock;
    private final long maxReadAgeMillis;
    private final int requestOperations;
    private final RandomGenerator random = RandomGenerator.getDefault();

    /** What was taken from the buffer and has no result yet. */
    private final Set<PendingWrite> open = new LinkedHashSet<>();

    /** Falls when a request is refused for its size. */
    private long requestBytes;

    BulkSender(BulkBuffer buffer, BulkRequests requests, WriterHealth health, StopSignal stop, Limits limits) {
        this.buffer = buffer;
        this.requests = requests;
        this.health = health;
        this.stop = stop;
        this.clock = limits.clock();
        this.maxReadAgeMillis = limits.maxReadAge().toMillis();
        this.requestOperations = limits.requestOperations();
        this.requestBytes = limits.requestBytes();
    }

    /**
     * @param requestOperations the most operations in a request
     * @param requestBytes the largest request; a single operation may be larger
     * @param maxReadAge what stems from an older read is not sent
     * @param clock of the reads
     */
    record Limits(int requestOperations, long requestBytes, Duration maxReadAge, InstantSource clock) {}

    /**
     * Works until the buffer is closed and empty. If it ends otherwise, {@link #failOpen} is due.
     *
     * @throws HBaseSearchException FATAL: nothing more can be written
     * @throws InterruptedException if the stop signal came while something had to be sent again
     */
    void run() throws InterruptedException {
        while (!stop.isGiven()) {
            open.addAll(buffer.take(requestOperations, requestBytes));
            if (open.isEmpty()) {
                return;
            }
            sendOpen();
        }
    }

    /** Fails what was taken and has no result yet. */
    void failOpen(Throwable cause) {
        List<PendingWrite> left = List.copyOf(open);
        open.clear();
        buffer.release(left);
        left.forEach(write -> write.fail(cause));
    }

    private void sendOpen() throws InterruptedException {
        int failures = 0;
        dropOldReads();
        while (!open.isEmpty()) {
            int before = open.size();
            send(List.copyOf(open), failures > 0);
            if (open.isEmpty()) {
                break;
            }
            // What got through shows a server at its limit rather than one that is down: no need to leave it alone
            // longer.
            failures = open.size() < before ? 0 : failures + 1;
            if (stop.await(BACKOFF.delay(failures, random))) {
                throw new InterruptedException("the writer was closed");
            }
            dropOldReads();
        }
        health.recovered();
    }

    private void dropOldReads() {
        long oldest = clock.millis() - maxReadAgeMillis;
        Predicate<PendingWrite> tooOld = write -> write.readStartedMillis() < oldest;
        if (open.stream().anyMatch(tooOld)) {
            done(open.stream()
                    .filter(tooOld)
                    .map(write -> new Result(write, TOO_OLD))
                    .toList());
        }
    }

    /** One request, or several if it is refused for its size. What has to be sent again stays in {@link #open}. */
    private void send(List<PendingWrite> writes, boolean again) throws InterruptedException {
        try {
            settle(writes, requests.send(writes, again));
        } catch (BulkRequests.TooLargeException e) {
            sendSmaller(writes, again);
        } catch (HBaseSearchException e) {
            if (stop.isGiven()) {
                throw new InterruptedException("the writer was closed");
            }
            if (e.failureClass() != FailureClass.TRANSIENT && e.failureClass() != FailureClass.THROTTLED) {
                throw e;
            }
            health.retrying(String.valueOf(e.getMessage()));
        }
    }

    private void sendSmaller(List<PendingWrite> writes, boolean again) throws InterruptedException {
        if (writes.size() == 1) {
            PendingWrite only = writes.get(0);
            done(List.of(new Result(
                    only,
                    new WriteResult.Rejected("the document of " + only.lines().length
                            + " bytes is larger than Elasticsearch takes in a request (http.max_content_length)"))));
            return;
        }
        long size = writes.stream().mapToLong(PendingWrite::bytes).sum();
        requestBytes = Math.min(requestBytes, Math.max(1, size / 2));
        int half = writes.size() / 2;
        send(writes.subList(0, half), again);
        send(writes.subList(half, writes.size()), again);
    }

    private void settle(List<PendingWrite> writes, List<ItemOutcome> outcomes) {
        List<Result> results = new ArrayList<>(writes.size());
        HBaseSearchException broken = null;
        String retried = null;
        for (int i = 0; i < writes.size(); i++) {
            ItemOutcome outcome = outcomes.get(i);
            if (outcome instanceof ItemOutcome.Done finished) {
                results.add(new Result(writes.get(i), finished.result()));
            } else if (outcome instanceof ItemOutcome.Again again) {
                retried = again.reason();
            } else if (outcome instanceof ItemOutcome.Broken fatal) {
                broken = fatal.failure();
            }
        }
        // Before the results, so that whoever has them all is not told of troubles that are over.
        if (retried == null) {
            health.recovered();
        } else {
            health.retrying(retried);
        }
        done(results);
        if (broken != null) {
            throw broken;
        }
    }

    private record Result(PendingWrite write, WriteResult result) {}

    // Room first, so that whoever continues a future finds some.
    private void done(List<Result> results) {
        List<PendingWrite> writes = results.stream().map(Result::write).toList();
        open.removeAll(Set.copyOf(writes));
        buffer.release(writes);
        results.forEach(result -> result.write().complete(result.result()));
    }
}
