/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.elasticsearch.NodeProcesses.Seen;
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
 * <p>What is known is lost with this process. That only repeats the tries. Of one writer; safe for use by several threads, but what
 * concerns a single operation is for the thread that has it.
 */
final class UnansweredDocuments {
    private static final Logger log = LoggerFactory.getLogger(UnansweredDocuments.class);

    /** In moments in which the document was alone on its way. */
    static final int MOST_LOSSES = 3;

    /** The documents of an unanswered request are sent again in so many requests. More would be slow after each crash of a server. */
    private static final int PARTS = 32;

    /** A document of this size is sent alone at once: it is the most likely one, and each further try may end a node. */
    static final int LARGE_BYTES = 1 << 20;

    /** Soon, as nothing is sent while this is waited for. */
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

    /** Losses by document: what is sent of the same row meanwhile or later is most often no different. */
    private final Map<DocumentId, Integer> remembered = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<DocumentId, Integer> eldest) {
            return size() > MOST_REMEMBERED;
        }
    };

    /**
     * How long something is waited for.
     *
     * @param unchanged for how long all nodes have to be the same, and answer, before a document is sent alone; up to twice that by chance
     * @param missing after this a node that has not come back counts as lost
     * @param most after this the document is sent whatever the nodes are like; what follows does not count then
     */
    record Waits(Duration unchanged, Duration missing, Duration most) {
        static final Waits ORDINARY = new Waits(Duration.ofSeconds(10), Duration.ofMinutes(1), Duration.ofMinutes(3));
    }

    /** What to do with an operation that is to be sent alone. */
    sealed interface Step {
        /** {@link #sending} is due when no other request is under way. */
        record Send() implements Step {}

        /** Not now. */
        record Wait(Duration time, String reason) implements Step {}

        record GiveUp(String reason) implements Step {}
    }

    /** What happened to an operation that is sent alone. For the thread that has the operation. */
    static final class Alone {
        private final Duration unchanged;
        private int unanswered;
        private boolean givenUp;
        /** Of the last try, until it is known whether a node was lost. */
        private @Nullable Seen before;

        /** Whether the last try was made while all nodes were well. */
        private boolean counts;

        private long succeededBefore = -1;
        private long waitsSinceNanos;
        private boolean tried;
        private @Nullable Long missingSinceNanos;

        private Alone(Duration unchanged, long nowNanos) {
            this.unchanged = unchanged;
            this.waitsSinceNanos = nowNanos;
        }
    }

    UnansweredDocuments(String index, NodeProcesses nodes, Waits waits, LongSupplier nanoClock) {
        this.index = index;
        this.nodes = nodes;
        this.waits = waits;
        this.nanoClock = nanoClock;
    }

    /**
     * Whether Elasticsearch answers now. If not, that the next request is not answered says nothing about its documents: something in
     * between may take connections while the server is down.
     */
    boolean isAnswering() {
        return nodes.isAnswering();
    }

    /** A request was answered. */
    void answered() {
        nodes.answered();
    }

    /** Elasticsearch was not reached, or did not answer before either. */
    void notReached() {
        nodes.disturbed();
    }

    /** Nobody answered a request of so many operations, of which this is one, though Elasticsearch had answered before. */
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
     * Operations were not taken, as a shard or its node is away. If a node was lost meanwhile, one that took the request from the node
     * that answered, one of them may be the reason, as if nobody had answered.
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

    /** How often nodes were seen to be lost. */
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

    /** Whether an earlier document of the same row was sent alone, as this one is from now on then. */
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
     * Decides on an operation that is to be sent alone. Asks the nodes.
     *
     * @param succeeded how many operations of the writer have succeeded
     * @param othersWait whether there are operations that may be sent together
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
        // Others go first: while they are not taken, the document tells nothing.
        return othersWait && succeeded == alone.succeededBefore ? waiting(write, LOOK_AGAIN) : new Step.Send();
    }

    private boolean isOverdue(Alone alone) {
        return nanoClock.getAsLong() - alone.waitsSinceNanos
                > longer(waits.most(), alone).toNanos();
    }

    /** One that is not answered, though no node ends, holds up everything else while it is sent: less and less often. */
    private static Duration longer(Duration time, Alone alone) {
        return time.multipliedBy(1L << Math.min(alone.unanswered, MOST_DOUBLINGS));
    }

    private Duration untilNextTry(Alone alone, Seen seen) {
        long now = nanoClock.getAsLong();
        long waited = seen.unchangedFor().toNanos();
        if (alone.tried) {
            waited = Math.min(waited, now - alone.waitsSinceNanos);
        }
        Long away = awayNanos;
        if (away != null) {
            // Nothing else is sent while a try waits for a shard.
            waited = Math.min(waited, now - away);
        }
        return longer(alone.unchanged, alone).minusNanos(waited);
    }

    /** Whether a node is missing that may come back and show that it did not end. */
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
                // A later document of the row is tried once.
                remembered.put(write.id(), MOST_LOSSES - 1);
                alone.givenUp = true;
            }
        }
        log.warn(
                "index {}: Elasticsearch lost {} of its nodes while one document of {} bytes was on its way to it, alone ({} of {}"
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
                        + " bytes that was not answered waits to be sent alone; others are" + " sent meanwhile");
    }

    private String givenUp(PendingWrite write) {
        return "Elasticsearch lost a node " + MOST_LOSSES + " times while this document of " + write.lines().length
                + " bytes was alone on its way to it, and all nodes were well before each time. Lower"
                + " index.elasticsearch.maxDocumentBytes below that size, so that others like it are not sent; or give"
                + " Elasticsearch more heap, then type: hbase-search dead-letters replay " + index + " --all";
    }

    /**
     * The operation is about to be sent, and nothing else is under way.
     *
     * @param answers whether its shard has answered just now: what happens otherwise says nothing about the document
     * @return whether the nodes are still as {@link #next} found them, or that no longer matters
     */
    boolean sending(PendingWrite write, long succeeded, boolean answers) {
        if (!answers) {
            // They are to be well for a while before the next try.
            nodes.disturbed();
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

    /** The operation has not reached Elasticsearch, or was turned away for the load: the try says nothing. */
    void saysNothing(PendingWrite write) {
        Alone alone = write.alone();
        // What an earlier try that counts came to may still be open, as while the nodes are down.
        if (alone != null && alone.counts) {
            alone.before = null;
        }
    }

    /** It is over with the operation: it was answered, or given up. */
    void done(PendingWrite write) {
        if (write.alone() != null && !write.alone().givenUp) {
            synchronized (remembered) {
                remembered.remove(write.id());
                anyRemembered = !remembered.isEmpty();
            }
        }
    }
}
