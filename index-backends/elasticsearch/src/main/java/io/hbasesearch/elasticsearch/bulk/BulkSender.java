/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.error.Backoff;
import io.hbasesearch.core.error.FailureClass;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.WriteResult;
import io.hbasesearch.elasticsearch.client.RejectionReason;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.random.RandomGenerator;

/**
 * Sends queued operations, request after request, as many concurrently as {@link SendLimits} allows. Operations of a request
 * that have no result yet are retried later, never one that has a result; others continue meanwhile. Everything waits only when
 * nothing at all succeeds.
 *
 * <p>A retried operation may arrive after newer ones on the same row. That does no harm: versions are external, and the highest
 * one wins in any order.
 *
 * <p>For one thread, which {@link ElasticsearchWriter} owns; several senders share their arguments.
 */
public final class BulkSender {
    private static final WriteResult TOO_OLD = new WriteResult.ReadTooOld();

    private final Shared shared;
    private final BulkBuffer buffer;
    private final SendLimits limits;
    private final PoisonDetector poison;
    private final UnansweredDocuments unanswered;
    private final RandomGenerator random = RandomGenerator.getDefault();

    /** Operations that were taken from the buffer, have no result yet and were not given back. */
    private final Set<PendingWrite> open = new LinkedHashSet<>();

    /** The state that the senders of a writer share. */
    public record Shared(
            BulkBuffer buffer,
            Requests requests,
            FailureHistory failures,
            Acceptance acceptance,
            Backoffs backoffs,
            WriterHealth health,
            BulkMetrics metrics,
            StopSignal stop) {}

    /**
     * Sends requests, as many at once as the limits allow.
     *
     * @param inProgress read-locked by each request in progress, of all writers of a backend; write-locked by one that must be
     *     the only one
     */
    public record Requests(BulkTransport transport, SendLimits limits, ReadWriteLock inProgress) {}

    /** Distinguishes documents that cause failures from a server that fails. */
    public record FailureHistory(PoisonDetector poison, UnansweredDocuments unanswered) {}

    /**
     * Decides which operations are sent at all.
     *
     * @param maxReadAge operations of an older read are not sent
     * @param documentLimit a larger document is rejected before it is sent
     * @param clock of the reads
     */
    public record Acceptance(Duration maxReadAge, DocumentLimit documentLimit, InstantSource clock) {}

    /**
     * The pauses before a retry.
     *
     * @param ordinary after no answer, or after a failure that an operator must fix
     * @param throttled after throttling: less is sent then, so it can be short
     */
    public record Backoffs(Backoff ordinary, Backoff throttled) {}

    BulkSender(Shared shared) {
        this.shared = shared;
        this.buffer = shared.buffer();
        this.limits = shared.requests().limits();
        this.poison = shared.failures().poison();
        this.unanswered = shared.failures().unanswered();
    }

    /**
     * Runs until the buffer is closed and empty. If it ends otherwise, {@link #failOpen} must be called.
     *
     * @throws HBaseSearchException FATAL: nothing more can be written
     * @throws InterruptedException if the stop signal came while operations had to be retried
     */
    void run() throws InterruptedException {
        while (!shared.stop().isFired()) {
            // The permit comes before the operations, so that a request includes what has been queued while it waited.
            try (SendLimits.Permit permit = limits.acquire()) {
                List<PendingWrite> taken = buffer.take(limits.operations(), limits.bytes());
                if (taken.isEmpty()) {
                    return;
                }
                open.addAll(taken);
                dropOldReads();
                dropLarge();
                keepBackKnown();
                if (!open.isEmpty()) {
                    List<PendingWrite> writes = List.copyOf(open);
                    if (writes.get(0).alone() == null) {
                        send(writes, permit);
                    } else {
                        sendAlone(writes.get(0), permit);
                    }
                }
                buffer.sent(taken);
            }
        }
    }

    /** Fails the operations that were taken and have no result yet. */
    void failOpen(Throwable cause) {
        List<PendingWrite> left = List.copyOf(open);
        open.clear();
        buffer.release(left);
        left.forEach(write -> write.fail(cause));
    }

    private void dropOldReads() {
        long oldest = shared.acceptance().clock().millis()
                - shared.acceptance().maxReadAge().toMillis();
        List<BulkResult> tooOld = open.stream()
                .filter(write -> write.readStartedMillis() < oldest)
                .map(write -> new BulkResult(write, TOO_OLD))
                .toList();
        if (!tooOld.isEmpty()) {
            tooOld.forEach(result -> poison.readAgain(result.write()));
            done(tooOld);
        }
    }

    /** Rejects documents that are too large before they are sent, because one may crash the server. */
    private void dropLarge() {
        List<BulkResult> tooLarge = open.stream()
                .filter(write -> !write.isStub()
                        && write.lines().length
                                > shared.acceptance().documentLimit().bytes())
                .map(write -> new BulkResult(
                        write,
                        new WriteResult.Rejected(
                                shared.acceptance().documentLimit().refusal(write.lines().length))))
                .toList();
        if (!tooLarge.isEmpty()) {
            done(tooLarge);
        }
    }

    /** Returns documents of rows whose earlier document is sent alone to the buffer; they are sent alone too. */
    private void keepBackKnown() throws InterruptedException {
        List<PendingWrite> known = open.stream().filter(unanswered::isKnown).toList();
        if (!known.isEmpty()) {
            putBack(known, Duration.ZERO);
        }
    }

    private void putBack(List<PendingWrite> writes, Duration time) throws InterruptedException {
        if (!buffer.putBack(writes, time)) {
            throw new InterruptedException("the writer was closed");
        }
        writes.forEach(open::remove);
    }

    /**
     * Sends an unanswered operation while no other request is in progress, so that its effect can be distinguished from other events.
     */
    private void sendAlone(PendingWrite write, SendLimits.Permit permit) throws InterruptedException {
        UnansweredDocuments.Step step = unanswered.next(write, poison.succeeded(), buffer.hasOrdinary());
        if (step instanceof UnansweredDocuments.Step.GiveUp given) {
            done(List.of(new BulkResult(write, new WriteResult.Rejected(given.reason()))));
        } else if (step instanceof UnansweredDocuments.Step.Wait wait) {
            shared.health().retrying(wait.reason());
            putBack(List.of(write), wait.time());
        } else {
            // Before the lock, as nobody else need wait for the answer.
            boolean answers = shared.requests().transport().answersFor(write);
            Lock only = shared.requests().inProgress().writeLock();
            only.lockInterruptibly();
            try {
                if (unanswered.sending(write, poison.succeeded(), answers)) {
                    send(List.of(write), permit);
                } else {
                    putBack(List.of(write), Duration.ZERO);
                }
            } finally {
                only.unlock();
            }
        }
    }

    private List<ItemOutcome> exchange(List<PendingWrite> writes, SendLimits.Permit permit)
            throws InterruptedException, BulkTransport.TooLargeException, BulkTransport.NoAnswerException {
        Lock one = shared.requests().inProgress().readLock();
        one.lockInterruptibly();
        try {
            permit.begin(writes.size(), bytes(writes));
            return shared.requests().transport().send(writes, writes.stream().anyMatch(PendingWrite::isUnanswered));
        } finally {
            one.unlock();
        }
    }

    /** Sends one request, or several if it is rejected for its size. */
    private void send(List<PendingWrite> writes, SendLimits.Permit permit) throws InterruptedException {
        List<ItemOutcome> outcomes;
        long losses = unanswered.losses();
        boolean answering = unanswered.isAnswering();
        try {
            outcomes = exchange(writes, permit);
            unanswered.answered();
        } catch (BulkTransport.TooLargeException e) {
            permit.ended();
            sendSmaller(writes, permit);
            return;
        } catch (BulkTransport.NoAnswerException e) {
            // A document that is sent alone was checked before; the state of the nodes decides whether it counts.
            failed(writes, e.failure(), answering || writes.get(0).alone() != null, permit);
            return;
        } catch (HBaseSearchException e) {
            writes.forEach(unanswered::saysNothing);
            failed(writes, e, false, permit);
            return;
        }
        if (writes.size() == 1
                && outcomes.get(0) instanceof ItemOutcome.Retry again
                && again.delay() == ItemOutcome.Delay.THROTTLED) {
            refusedAlone(writes.get(0), again.reason(), permit);
        } else {
            settle(writes, outcomes, losses, permit);
        }
    }

    private void sendSmaller(List<PendingWrite> writes, SendLimits.Permit permit) throws InterruptedException {
        if (writes.size() == 1) {
            PendingWrite only = writes.get(0);
            done(List.of(new BulkResult(
                    only,
                    new WriteResult.Rejected("the document of " + only.lines().length
                            + " bytes is larger than Elasticsearch accepts in a request (http.max_content_length)"))));
            return;
        }
        limits.tooLarge(bytes(writes) / 2);
        int half = writes.size() / 2;
        send(writes.subList(0, half), permit);
        send(writes.subList(half, writes.size()), permit);
    }

    /**
     * Retries all operations of a request without results, after a pause of everything else.
     *
     * @param sent whether Elasticsearch, which had answered before, may have started to process it
     */
    private void failed(List<PendingWrite> writes, HBaseSearchException failure, boolean sent, SendLimits.Permit permit)
            throws InterruptedException {
        String reason = String.valueOf(failure.getMessage());
        boolean throttled = failure.failureClass() == FailureClass.THROTTLED;
        if (throttled && writes.size() == 1) {
            refusedAlone(writes.get(0), reason, permit);
            return;
        }
        permit.refused();
        if (shared.stop().isFired()) {
            throw new InterruptedException("the writer was closed");
        }
        if (!failure.failureClass().isRetryable()) {
            throw failure;
        }
        if (throttled) {
            shared.metrics().throttled(writes.size());
        }
        writes.forEach(write -> write.attemptFailed(throttled ? ItemOutcome.Delay.THROTTLED : null));
        if (sent) {
            writes.forEach(write -> unanswered.noAnswer(write, writes.size()));
        } else if (!throttled) {
            unanswered.notReached();
        }
        pause(throttled);
        if (throttled) {
            // One operation may be too large on its own, and would get all of them rejected for ever. So they are
            // retried in
            // halves, without others, until that one is alone and can be distinguished from load.
            writes.forEach(PendingWrite::refusedInCompany);
            int half = writes.size() / 2;
            putAside(writes.subList(0, half), reason);
            putAside(writes.subList(half, writes.size()), reason);
        } else {
            putAside(writes, reason);
        }
    }

    /** Handles throttling of a single operation: the cause may be the load, or this document. */
    private void refusedAlone(PendingWrite write, String reason, SendLimits.Permit permit) throws InterruptedException {
        shared.metrics().throttled(1);
        unanswered.saysNothing(write);
        write.attemptFailed(ItemOutcome.Delay.THROTTLED);
        boolean aboveLimit = RejectionReason.isAboveLimit(reason);
        switch (poison.refusedAlone(write, aboveLimit)) {
            case LOAD -> {
                permit.refused();
                pause(true);
                putAside(List.of(write), reason);
            }
            case ITS_OWN -> {
                permit.ended();
                putAside(List.of(write), reason);
            }
            case GIVEN_UP -> {
                permit.ended();
                done(List.of(new BulkResult(
                        write,
                        new WriteResult.Rejected(
                                "Elasticsearch rejected the document of " + write.lines().length
                                        + " bytes with 429 (too many requests) " + write.tries()
                                        + " times, although it was sent alone: " + reason,
                                !aboveLimit))));
            }
        }
    }

    /** @param losses the number of lost nodes when the request was sent */
    private void settle(List<PendingWrite> writes, List<ItemOutcome> outcomes, long losses, SendLimits.Permit permit)
            throws InterruptedException {
        BulkOutcome verdicts = BulkOutcome.of(writes, outcomes, poison);
        boolean stuck = verdicts.results().isEmpty() && writes.stream().anyMatch(write -> write.tries() == 0);
        learn(verdicts, stuck, permit);
        verdicts.again().forEach(PendingWrite::attemptFailed);
        List<PendingWrite> away = verdicts.again().keySet().stream()
                .filter(write -> !write.isThrottled())
                .toList();
        if (!away.isEmpty()) {
            unanswered.away(away, writes.size(), losses);
        }
        // Known results are reported even if the writer was closed meanwhile.
        try {
            putAside(verdicts.again().keySet(), verdicts.reason());
        } finally {
            done(verdicts.results());
        }
        if (verdicts.broken() != null) {
            throw verdicts.broken();
        }
    }

    /** @param stuck whether nothing succeeded although some operations were sent for the first time */
    private void learn(BulkOutcome verdicts, boolean stuck, SendLimits.Permit permit) {
        int throttled = verdicts.count(ItemOutcome.Delay.THROTTLED);
        if (throttled > 0) {
            shared.metrics().throttled(throttled);
            permit.refused();
        } else if (verdicts.results().isEmpty() || verdicts.count(ItemOutcome.Delay.AWAY) > 0) {
            // Elasticsearch has waited for a shard: the duration says nothing about the load.
            permit.ended();
        } else {
            permit.acknowledged();
        }
        if (stuck) {
            pause(throttled > 0);
        } else if (!verdicts.results().isEmpty()) {
            limits.progressed();
        }
    }

    private void pause(boolean throttled) {
        buffer.pause(backoff(throttled).delay(limits.stalled(), random));
    }

    private Backoff backoff(boolean throttled) {
        return throttled ? shared.backoffs().throttled() : shared.backoffs().ordinary();
    }

    /** The key of operations that are retried together, so that they share a request. */
    private record Group(int tries, boolean throttled, PendingWrite.Isolation company) {
        static Group of(PendingWrite write) {
            return new Group(write.tries(), write.isThrottled(), write.company());
        }

        /** Returns whether the delay is short: an operation that may be too large on its own need not be retried soon. */
        boolean isBrief() {
            return throttled && company != PendingWrite.Isolation.NONE;
        }
    }

    /** @throws InterruptedException if the writer was closed, and no sender will send them */
    private void putAside(Collection<PendingWrite> writes, String reason) throws InterruptedException {
        Map<Group, List<PendingWrite>> groups = new LinkedHashMap<>();
        writes.forEach(write -> groups.computeIfAbsent(Group.of(write), group -> new ArrayList<>())
                .add(write));
        for (Map.Entry<Group, List<PendingWrite>> each : groups.entrySet()) {
            Group group = each.getKey();
            if (!buffer.putAside(each.getValue(), backoff(group.isBrief()).delay(group.tries() - 1, random))) {
                throw new InterruptedException("the writer was closed");
            }
            each.getValue().forEach(open::remove);
        }
        if (!writes.isEmpty()) {
            shared.metrics().retried(writes.size());
            shared.health().retrying(reason);
        }
    }

    // Releases room and updates health first, so that a listener that receives a result finds both up to date.
    private void done(List<BulkResult> results) {
        List<PendingWrite> writes = results.stream().map(BulkResult::write).toList();
        writes.forEach(write -> {
            open.remove(write);
            poison.cleared(write);
        });
        results.stream()
                .filter(result -> !result.result().equals(TOO_OLD))
                .forEach(result -> unanswered.done(result.write()));
        buffer.release(writes);
        if (!writes.isEmpty()) {
            shared.health().progressed(buffer::isUntroubled);
        }
        BulkResult.tell(results);
    }

    private static long bytes(List<PendingWrite> writes) {
        return writes.stream().mapToLong(PendingWrite::bytes).sum();
    }
}
