/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.fault;

import io.hbasesearch.faults.box.Audience;
import io.hbasesearch.faults.box.Links;
import io.hbasesearch.servers.ElasticsearchServer;
import io.hbasesearch.servers.HeldReplies;
import io.hbasesearch.servers.TcpRelay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What goes wrong in Elasticsearch or on the way to it. */
public sealed interface ElasticsearchFault extends Fault {
    /** SIGKILL to one of two nodes: the other's copy takes over, or, if the dead one led, nothing works until it is back. */
    record ElasticsearchNodeKilled(int number, Duration down) implements ElasticsearchFault {
        @Override
        public Effect strike(Arena arena) throws Exception {
            ElasticsearchServer node = arena.cluster().box().elasticsearch().get(number);
            arena.kill(node);
            Arena.hold(down);
            arena.restart(node);
            return Effect.felt(node.name() + " was dead for " + down.toSeconds() + " s");
        }
    }

    /** Somebody closes the index, which forgets what it knew of deleted ids, and opens it again. */
    record IndexClosed(Duration duration) implements ElasticsearchFault {
        /** What was closed must still be there when it is opened. */
        @Override
        public boolean needsTheIndex() {
            return true;
        }

        @Override
        public Effect strike(Arena arena) throws Exception {
            String index = "/" + arena.physicalIndex();
            ElasticsearchHttp http = arena.cluster().elasticsearch();
            Arena.await("the index closed", () -> http.succeeds("POST", index + "/_close", ""));
            Arena.hold(duration);
            Arena.await("the index open", () -> http.succeeds("POST", index + "/_open", ""));
            return Effect.felt("closed for " + duration.toSeconds() + " s");
        }
    }

    /** Large writes of somebody else exhaust what a node lets in: whole requests are answered 429. */
    record RequestsRefused(Duration duration) implements ElasticsearchFault {
        /** Indexers count what was refused for as long as they feed the same index. */
        @Override
        public boolean needsTheIndex() {
            return true;
        }

        @Override
        public Effect strike(Arena arena) throws Exception {
            Rival rival = new Rival(arena.cluster().elasticsearch());
            double operations = Arena.counted(arena::throttled);
            double requests = Arena.counted(arena::failedRequests);
            boolean felt = rival.write(
                    new Rival.Load(6, 2, 40, 100_000),
                    () -> arena.holdUntilFelt(
                            duration, () -> arena.throttled() > operations && arena.failedRequests() > requests));
            return refused(arena, rival.refusedRequests() + " requests of a rival", operations, felt);
        }
    }

    /** Many small writes of somebody else fill the queues: single operations are answered 429. */
    record ItemsRefused(Duration duration) implements ElasticsearchFault {
        /** Indexers count what was refused for as long as they feed the same index. */
        @Override
        public boolean needsTheIndex() {
            return true;
        }

        @Override
        public Effect strike(Arena arena) throws Exception {
            Rival rival = new Rival(arena.cluster().elasticsearch());
            double operations = Arena.counted(arena::throttled);
            boolean felt = rival.write(
                    new Rival.Load(8, 16, 200, 500),
                    () -> arena.holdUntilFelt(duration, () -> arena.throttled() > operations));
            return refused(arena, rival.refusedItems() + " operations of a rival", operations, felt);
        }
    }

    /** A node stalls again and again, as one does that waits for its disk: SIGSTOP and SIGCONT in turn. */
    record DiskSlow(int number, Duration duration) implements ElasticsearchFault {
        private static final Duration STALL = Duration.ofMillis(800);
        private static final Duration BREATH = Duration.ofMillis(200);

        @Override
        public Effect strike(Arena arena) throws Exception {
            ElasticsearchServer node = arena.cluster().box().elasticsearch().get(number);
            int planned = (int) (duration.toMillis() / STALL.plus(BREATH).toMillis());
            int stalls = 0;
            for (int i = 0; i < planned; i++) {
                stalls += node.pause() ? 1 : 0;
                try {
                    Arena.hold(STALL);
                } finally {
                    node.resume();
                }
                Arena.hold(BREATH);
            }
            return new Effect(
                    node.name() + " stalled " + stalls + " times for " + STALL.toMillis() + " ms", stalls == planned);
        }
    }

    /**
     * The flood stage of a full disk: Elasticsearch's own watch finds less space free than its watermarks ask for and blocks
     * writes to every index. The watermarks are moved, not the disk filled.
     */
    record DiskFull(Duration duration) implements ElasticsearchFault {
        private static final String WATERMARK = "cluster.routing.allocation.disk.watermark.";

        @Override
        public Effect strike(Arena arena) throws Exception {
            ElasticsearchHttp http = arena.cluster().elasticsearch();
            try {
                Arena.await("watermarks above everything", () -> watermarks(http, "\"900tb\""));
                Arena.await("writes blocked", () -> blocked(arena));
                Arena.hold(duration);
            } finally {
                Arena.await("watermarks as before", () -> watermarks(http, "null"));
            }
            Arena.await("writes allowed", () -> !blocked(arena));
            return Effect.felt("writes were blocked for more than " + duration.toSeconds() + " s");
        }

        private static boolean watermarks(ElasticsearchHttp http, String value) {
            return http.succeeds(
                    "PUT",
                    "/_cluster/settings",
                    "{\"persistent\":{\"%1$slow\":%2$s,\"%1$shigh\":%2$s,\"%1$sflood_stage\":%2$s}}"
                            .formatted(WATERMARK, value));
        }

        private static boolean blocked(Arena arena) {
            try {
                return arena.cluster()
                        .elasticsearch()
                        .call("GET", "/" + arena.physicalIndex() + "/_settings", "")
                        .toString()
                        .contains("read_only_allow_delete");
            } catch (IOException e) {
                throw new UncheckedIOException("whether writes are blocked is not known", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        }
    }

    /** Indexers' connections to every node are refused and cut. */
    record ElasticsearchUnreachable(Duration duration) implements ElasticsearchFault {
        @Override
        public Effect strike(Arena arena) throws Exception {
            List<TcpRelay> relays =
                    arena.cluster().box().links(Audience.INDEXERS).elasticsearch();
            int cut = Links.sever(relays);
            try {
                Arena.hold(duration);
            } finally {
                Links.mend(relays);
            }
            return new Effect(
                    "no node was reachable for %d s; %d connections were cut".formatted(duration.toSeconds(), cut),
                    cut > 0);
        }
    }

    /** Elasticsearch writes, and the indexers never learn of it. */
    record BulkAcknowledgementsLost(Duration duration) implements ElasticsearchFault {
        /** Of each node at most; others get their answers. */
        private static final int REQUESTS = 6;

        @Override
        public Effect strike(Arena arena) throws Exception {
            List<TcpRelay> relays =
                    arena.cluster().box().links(Audience.INDEXERS).elasticsearch();
            List<HeldReplies> held = relays.stream()
                    .flatMap(relay ->
                            Stream.generate(() -> relay.holdRepliesTo("/_bulk")).limit(REQUESTS))
                    .toList();
            try {
                boolean felt = arena.holdUntilFelt(duration, () -> answered(held) > 0);
                int lost = answered(held);
                // Cut first: what is released afterwards reaches nobody.
                relays.forEach(TcpRelay::cutConnections);
                return new Effect(
                        "the answers to %d bulk requests were lost over %d s".formatted(lost, duration.toSeconds()),
                        felt);
            } finally {
                held.forEach(HeldReplies::close);
            }
        }
    }

    private static int answered(List<HeldReplies> held) throws InterruptedException {
        int answered = 0;
        for (HeldReplies replies : held) {
            answered += replies.awaitReply(Duration.ZERO) ? 1 : 0;
        }
        return answered;
    }

    /** A slow and narrow network: between endpoints and Kafka, and between indexers and Elasticsearch. */
    record LinksSlow(Duration duration, Duration delay, long bytesPerSecond) implements ElasticsearchFault {
        @Override
        public Effect strike(Arena arena) throws Exception {
            List<TcpRelay> relays =
                    new ArrayList<>(arena.cluster().box().links(Audience.SINKS).kafka());
            relays.addAll(arena.cluster().box().links(Audience.INDEXERS).elasticsearch());
            int connections = Links.openConnections(relays);
            relays.forEach(relay -> slow(relay, delay, bytesPerSecond));
            try {
                Arena.hold(duration);
            } finally {
                relays.forEach(relay -> slow(relay, Duration.ZERO, 0));
            }
            return new Effect(
                    "%d ms and %d bytes/s on %d connections for %d s"
                            .formatted(delay.toMillis(), bytesPerSecond, connections, duration.toSeconds()),
                    connections > 0);
        }

        private static void slow(TcpRelay relay, Duration delay, long bytesPerSecond) {
            relay.delayReplies(delay);
            relay.throttle(bytesPerSecond);
        }
    }

    /** @param before what our indexers had been refused */
    private static Effect refused(Arena arena, String ofRival, double before, boolean felt) {
        return new Effect(
                "%s and %.0f operations of our indexers were answered 429"
                        .formatted(ofRival, Arena.counted(arena::throttled) - before),
                felt);
    }
}
