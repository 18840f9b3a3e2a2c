/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.elasticsearch.client.NodeProcesses;
import io.hbasesearch.elasticsearch.client.NodeProcesses.Seen;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds documents that end the node of Elasticsearch that takes them. The documents of a request that nobody answered are sent in
 * smaller requests; one that is large, or that is not answered again, is sent alone: while no other request of this process is under
 * way, only after all nodes have answered for a while without it, and only if its shard has answered just before. If a node's process ends
 * then, that is counted, and a document that this happened to {@link #MOST_LOSSES} times is given up. A cut connection, or a node that is
 * slow, never counts. Stubs are not looked at: nothing of a row is in them.
 *
 * <p>A node that ends for another reason, as in a rolling restart, would have to do so in the milliseconds in which one and the same
 * document is alone on its way to a shard that answers, {@link #MOST_LOSSES} times in a row, though all nodes were well for a while
 * before each. A cluster whose requests hang, and whose nodes are restarted for that, accuses no document. Several processes that each have such a document would
 * disturb each other, so they wait for a random time.
 *
 * <p>The knowledge is lost with this process, which only repeats the attempts. Belongs to one writer; safe for use by several
 * threads, but methods about a single operation are for the thread that has it.
 */
public final class UnansweredDocuments {
    private static final Logger log = LoggerFactory.getLogger(UnansweredDocuments.class);

    /** Losses while the document was sent alone. */
    static final int MOST_LOSSES = 3;

    /**
     * The number of requests in which the documents of an unanswered request are retried. More would be slow after each crash
     * of a server.
     */
    private static final int PARTS = 32;

    /**
     * A document of this size is sent alone at once: it is the most likely cause, and each further attempt may crash a node.
     */
    static final int LARGE_BYTES = 1 << 20;

    /** Short, because nothing is sent during this wait. */
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    private static final int MOST_DOUBLINGS = 4;
    private static final int MOST_REMEMBERED = 1_000;

    private final String index;
    private final NodeProcesses nodes;
    private final Waits waits;
    private final LongSupplier nanoClock;
    private final RandomGenerator random = RandomGenerator.getDefault();

    private volatile @Nullable Long awayNanos;
    private volatile boolean anyRemembered;

    /** Losses by document: other documents of the same row are usually no different. */
    private final Map<DocumentId, Integer> remembered = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<DocumentId, Integer> eldest) {
            return size() > MOST_REMEMBERED;
        }
    };

    /**
     * The waiting times.
     *
     * @param unchanged for how long all nodes have to be the same, and answer, before a document is sent alone; randomly up to
     *     twice that
     * @param missing after this a node that has not come back counts as lost
     * @param most after this the document is sent whatever the state of the nodes; the attempt does not count then
     */
    public record Waits(Duration unchanged, Duration missing, Duration most) {
        public static final Waits ORDINARY =
                new Waits(Duration.ofSeconds(10), Duration.ofMinutes(1), Duration.ofMinutes(3));
    }

    /** The next step for an operation that has to be sent alone. */
    sealed interface Step {
        /** {@link #sending} must be called when no other request is in progress. */
        record Send() implements Step {}

        /** The operation must wait. */
        record Wait(Duration time, String reason) implements Step {}

        record GiveUp(String reason) implements Step {}
    }

    /** The history of an operation that is sent alone. For the thread that has the operation. */
    static final class Alone {
        private final Duration unchanged;
        private int unanswered;
        private boolean givenUp;
        /** The nodes before the last attempt, until it is known whether a node was lost. */
        private @Nullable Seen before;

        /** Whether the last attempt was made while all nodes were healthy. */
        private boolean counts;

        private long succeededBefore = -1;
        private long waitsSinceNanos;
        private boolean tried;
        private @Nullable Long missingSinceNanos;

        /** When its shard last gave no answer; null if it never did. */
        private @Nullable Long silentShardNanos;

        private Alone(Duration unchanged, long nowNanos) {
            this.unchanged = unchanged;
            this.waitsSinceNanos = nowNanos;
        }
    }

    public UnansweredDocuments(String index, NodeProcesses nodes, Waits waits, LongSupplier nanoClock) {
        this.index = index;
        this.nodes = nodes;
        this.waits = waits;
        this.nanoClock = nanoClock;
    }

    /**
     * Returns whether Elasticsearch answers now. If it does not, a missing answer to the next request says nothing about its
     * documents: a proxy may accept connections while the server is down.
     */
    boolean isAnswering() {
        return nodes.isAnswering();
    }

    /** Records an answered request. */
    void answered() {
        nodes.answered();
    }

    /** Records that Elasticsearch was not reached, or did not answer before either. */
    void notReached() {
        nodes.disturbed();
    }

    /** Records that a request with this operation was not answered, although Elasticsearch had answered before. */
    void noAnswer(PendingWrite write, int operations) {
        nodes.disturbed();
        if (write.isStub()) {
            return;
        }
        if (write.alone() != null) {
            write.alone().unanswered++;
            forgetUnlessCounted(write.alone());
        } else if (write.mostTogether() == Integer.MAX_VALUE && write.lines().length < LARGE_BYTES) {
            write.sendWithFewer(Math.max(1, (operations + PARTS - 1) / PARTS));
        } else {
            sendAlone(write);
            synchronized (remembered) {
                remembered.putIfAbsent(write.id(), 0);
                anyRemembered = true;
            }
        }
    }

    /**
     * Records that operations were not processed because a shard or its node is unavailable. If a node was lost meanwhile, one
     * that received the request from the answering node, one of them may be the cause, as after a missing answer.
     *
     * @param operations of the request
     * @param lossesBefore {@link #losses} when it was sent
     */
    void away(Collection<PendingWrite> writes, int operations, long lossesBefore) {
        for (PendingWrite write : writes) {
            if (write.alone() != null) {
                awayNanos = nanoClock.getAsLong();
                forgetUnlessCounted(write.alone());
            }
        }
        nodes.ask();
        if (nodes.losses() > lossesBefore) {
            writes.forEach(write -> noAnswer(write, operations));
        }
    }

    /** Returns how often nodes were seen to be lost. */
    long losses() {
        return nodes.losses();
    }

    private void sendAlone(PendingWrite write) {
        long least = waits.unchanged().toMillis();
        Duration unchanged = Duration.ofMillis(least + random.nextLong(least + 1));
        write.sendAlone(new Alone(unchanged, nanoClock.getAsLong()));
    }

    private static void forgetUnlessCounted(Alone alone) {
        if (!alone.counts) {
            alone.before = null;
        }
    }

    /** Returns whether an earlier document of the same row was sent alone; if so, this one is from now on. */
    boolean isKnown(PendingWrite write) {
        if (!anyRemembered || write.isStub() || write.alone() != null) {
            return false;
        }
        synchronized (remembered) {
            if (!remembered.containsKey(write.id())) {
                return false;
            }
        }
        sendAlone(write);
        return true;
    }

    /**
     * Decides the next step for an operation that has to be sent alone. Asks the nodes.
     *
     * @param succeeded the number of the writer's successful operations
     * @param othersWait whether there are operations that may share a request
     */
    Step next(PendingWrite write, long succeeded, boolean othersWait) {
        Alone alone = write.alone();
        Optional<Seen> seen = nodes.ask();
        if (seen.isEmpty()) {
            return isOverdue(alone) ? new Step.Send() : waiting(write, LOOK_AGAIN);
        }
        if (alone.before != null) {
            if (isUndecided(alone, seen.get())) {
                return waiting(write, LOOK_AGAIN);
            }
            judge(write, alone, seen.get());
            if (alone.givenUp) {
                return new Step.GiveUp(givenUp(write));
            }
        }
        Duration left = untilNextTry(alone, seen.get());
        if (isOverdue(alone)) {
            return new Step.Send();
        }
        if (left.compareTo(Duration.ZERO) > 0) {
            return waiting(write, left);
        }
        // Others go first: while they do not succeed, the document gives no information.
        return othersWait && succeeded == alone.succeededBefore ? waiting(write, LOOK_AGAIN) : new Step.Send();
    }

    private boolean isOverdue(Alone alone) {
        return nanoClock.getAsLong() - alone.waitsSinceNanos
                > longer(waits.most(), alone).toNanos();
    }

    /**
     * Returns the time, doubled with each unanswered attempt: one that crashes no node still blocks everything else while it is
     * sent.
     */
    private static Duration longer(Duration time, Alone alone) {
        return time.multipliedBy(1L << Math.min(alone.unanswered, MOST_DOUBLINGS));
    }

    private Duration untilNextTry(Alone alone, Seen seen) {
        long now = nanoClock.getAsLong();
        long waited = seen.unchangedFor().toNanos();
        if (alone.tried) {
            waited = Math.min(waited, now - alone.waitsSinceNanos);
        }
        if (alone.silentShardNanos != null) {
            waited = Math.min(waited, now - alone.silentShardNanos);
        }
        Long away = awayNanos;
        if (away != null) {
            // Nothing else is sent while an attempt waits for a shard.
            waited = Math.min(waited, now - away);
        }
        return longer(alone.unchanged, alone).minusNanos(waited);
    }

    /** Returns whether a node is missing that may come back and show that it did not crash. */
    private boolean isUndecided(Alone alone, Seen now) {
        if (now.startTimes().keySet().containsAll(alone.before.startTimes().keySet())) {
            return false;
        }
        if (alone.missingSinceNanos == null) {
            alone.missingSinceNanos = nanoClock.getAsLong();
        }
        return nanoClock.getAsLong() - alone.missingSinceNanos < waits.missing().toNanos();
    }

    private void judge(PendingWrite write, Alone alone, Seen now) {
        long lost = alone.before.startTimes().entrySet().stream()
                .filter(node -> !node.getValue().equals(now.startTimes().get(node.getKey())))
                .count();
        alone.before = null;
        alone.missingSinceNanos = null;
        if (lost == 0) {
            return;
        }
        alone.unanswered = 0;
        int losses;
        synchronized (remembered) {
            losses = remembered.merge(write.id(), 1, Integer::sum);
            anyRemembered = true;
            if (losses >= MOST_LOSSES) {
                // A later document of the row gets one attempt.
                remembered.put(write.id(), MOST_LOSSES - 1);
                alone.givenUp = true;
            }
        }
        log.warn(
                "index {}: Elasticsearch lost {} of its nodes while one document of {} bytes was sent alone ({} of {}"
                        + " times before it becomes a dead letter): document {}",
                index,
                lost,
                write.lines().length,
                losses,
                MOST_LOSSES,
                write.id().value());
    }

    private static Step waiting(PendingWrite write, Duration time) {
        return new Step.Wait(
                time,
                "a document of " + write.lines().length
                        + " bytes, which was not answered, waits to be sent alone; others are" + " sent meanwhile");
    }

    private String givenUp(PendingWrite write) {
        return "Elasticsearch lost a node " + MOST_LOSSES + " times while this document of " + write.lines().length
                + " bytes was sent alone, and all nodes were healthy before each attempt. Lower"
                + " index.elasticsearch.maxDocumentBytes below that size, so that such documents are not sent; or give"
                + " Elasticsearch more heap, then run: hbase-search dead-letters replay " + index + " --all";
    }

    /**
     * Records that the operation is about to be sent, while nothing else is in progress.
     *
     * @param answers whether its shard has answered just now: what happens otherwise says nothing about the document
     * @return whether the nodes are still as {@link #next} found them, or that no longer matters
     */
    boolean sending(PendingWrite write, long succeeded, boolean answers) {
        if (!answers) {
            // Its shard must be given time; documents of other shards need not wait for it.
            write.alone().silentShardNanos = nanoClock.getAsLong();
        }
        Optional<Seen> seen = nodes.ask();
        Alone alone = write.alone();
        alone.counts = answers && seen.isPresent() && seen.get().unchangedFor().compareTo(alone.unchanged) >= 0;
        if (!alone.counts && !isOverdue(alone)) {
            return false;
        }
        if (alone.counts) {
            alone.before = seen.get();
        }
        alone.succeededBefore = succeeded;
        alone.waitsSinceNanos = nanoClock.getAsLong();
        alone.tried = true;
        return true;
    }

    /** Records that the operation has not reached Elasticsearch, or was throttled: the attempt proves nothing. */
    void saysNothing(PendingWrite write) {
        Alone alone = write.alone();
        // The outcome of an earlier attempt that counts may still be open, for example while the nodes are down.
        if (alone != null && alone.counts) {
            alone.before = null;
        }
    }

    /** Records that the operation is finished: it was answered, or given up. */
    void done(PendingWrite write) {
        if (write.alone() != null && !write.alone().givenUp) {
            synchronized (remembered) {
                remembered.remove(write.id());
                anyRemembered = !remembered.isEmpty();
            }
        }
    }
}
