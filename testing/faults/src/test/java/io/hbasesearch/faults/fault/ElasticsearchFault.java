/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.fault;

import io.hbasesearch.faults.box.Audience;
import io.hbasesearch.faults.box.Links;
import io.hbasesearch.servers.ElasticsearchServer;
import io.hbasesearch.servers.TcpRelay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What goes wrong in Elasticsearch or on the way to it. */
public sealed interface ElasticsearchFault extends Fault {
    /** SIGKILL to one of two nodes: the other's copy takes over, or, if the dead one led, nothing works until it is back. */
    record ElasticsearchNodeKilled(int number, Duration down) implements ElasticsearchFault {
        @Override
        public String strike(Arena arena) throws Exception {
            ElasticsearchServer node = arena.box().elasticsearch().get(number);
            node.kill();
            Arena.hold(down);
            arena.restart(node);
            return node.name() + " was dead for " + down.toSeconds() + " s";
        }
    }

    /** Somebody closes the index, which forgets what it knew of deleted ids, and opens it again. */
    record IndexClosed(Duration duration) implements ElasticsearchFault {
        @Override
        public String strike(Arena arena) throws Exception {
            String index = "/" + arena.physicalIndex();
            ElasticsearchHttp http = arena.elasticsearch();
            Arena.await("the index closed", () -> http.succeeds("POST", index + "/_close", ""));
            Arena.hold(duration);
            Arena.await("the index open", () -> http.succeeds("POST", index + "/_open", ""));
            return "closed for " + duration.toSeconds() + " s";
        }
    }

    /** Large writes of somebody else exhaust what a node lets in: whole requests are answered 429. */
    record RequestsRefused(Duration duration) implements ElasticsearchFault {
        @Override
        public String strike(Arena arena) throws Exception {
            Rival rival = new Rival(arena.elasticsearch());
            rival.write(duration, 6, 2, 40, 100_000);
            return require(rival.refusedRequests(), "requests of a rival were answered 429");
        }
    }

    /** Many small writes of somebody else fill the queues: single operations are answered 429. */
    record ItemsRefused(Duration duration) implements ElasticsearchFault {
        @Override
        public String strike(Arena arena) throws Exception {
            Rival rival = new Rival(arena.elasticsearch());
            rival.write(duration, 8, 16, 200, 500);
            return require(rival.refusedItems(), "operations of a rival were answered 429");
        }
    }

    /** A node stalls again and again, as one does that waits for its disk: SIGSTOP and SIGCONT in turn. */
    record DiskSlow(int number, Duration duration) implements ElasticsearchFault {
        private static final Duration STALL = Duration.ofMillis(800);
        private static final Duration BREATH = Duration.ofMillis(200);

        @Override
        public String strike(Arena arena) throws Exception {
            ElasticsearchServer node = arena.box().elasticsearch().get(number);
            int stalls = (int) (duration.toMillis() / STALL.plus(BREATH).toMillis());
            for (int i = 0; i < stalls; i++) {
                node.pause();
                try {
                    Arena.hold(STALL);
                } finally {
                    node.resume();
                }
                Arena.hold(BREATH);
            }
            return node.name() + " stalled " + stalls + " times for " + STALL.toMillis() + " ms";
        }
    }

    /**
     * The flood stage of a full disk: Elasticsearch's own watch finds less space free than its watermarks ask for and blocks
     * writes to every index. The watermarks are moved, not the disk filled.
     */
    record DiskFull(Duration duration) implements ElasticsearchFault {
        private static final String WATERMARK = "cluster.routing.allocation.disk.watermark.";

        @Override
        public String strike(Arena arena) throws Exception {
            ElasticsearchHttp http = arena.elasticsearch();
            try {
                Arena.await("watermarks above everything", () -> watermarks(http, "\"900tb\""));
                Arena.await("writes blocked", () -> blocked(arena));
                Arena.hold(duration);
            } finally {
                Arena.await("watermarks as before", () -> watermarks(http, "null"));
            }
            Arena.await("writes allowed", () -> !blocked(arena));
            return "writes were blocked for more than " + duration.toSeconds() + " s";
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
                return arena.elasticsearch()
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
        public String strike(Arena arena) throws Exception {
            List<TcpRelay> relays = arena.box().links(Audience.INDEXERS).elasticsearch();
            Links.sever(relays);
            try {
                Arena.hold(duration);
            } finally {
                Links.mend(relays);
            }
            return "no node was reachable for " + duration.toSeconds() + " s";
        }
    }

    /** Elasticsearch writes, and the indexers never learn of it. */
    record BulkAcknowledgementsLost(Duration duration) implements ElasticsearchFault {
        @Override
        public String strike(Arena arena) throws Exception {
            return KafkaFault.Acknowledgements.lose(
                    arena.box().links(Audience.INDEXERS).elasticsearch(), duration);
        }
    }

    /** A slow and narrow network: between endpoints and Kafka, and between indexers and Elasticsearch. */
    record LinksSlow(Duration duration, Duration delay, long bytesPerSecond) implements ElasticsearchFault {
        @Override
        public String strike(Arena arena) throws Exception {
            List<TcpRelay> relays =
                    new ArrayList<>(arena.box().links(Audience.SINKS).kafka());
            relays.addAll(arena.box().links(Audience.INDEXERS).elasticsearch());
            relays.forEach(relay -> slow(relay, delay, bytesPerSecond));
            try {
                Arena.hold(duration);
            } finally {
                relays.forEach(relay -> slow(relay, Duration.ZERO, 0));
            }
            return "%d ms and %d bytes/s for %d s".formatted(delay.toMillis(), bytesPerSecond, duration.toSeconds());
        }

        private static void slow(TcpRelay relay, Duration delay, long bytesPerSecond) {
            relay.delayReplies(delay);
            relay.throttle(bytesPerSecond);
        }
    }

    private static String require(int count, String what) {
        if (count == 0) {
            throw new IllegalStateException("no " + what);
        }
        return count + " " + what;
    }
}
