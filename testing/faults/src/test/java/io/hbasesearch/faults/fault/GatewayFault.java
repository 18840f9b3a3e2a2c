/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.fault;

import io.hbasesearch.faults.box.Audience;
import io.hbasesearch.faults.box.Links;
import io.hbasesearch.servers.HBaseNode;
import io.hbasesearch.servers.TcpRelay;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

/** What the gateway needs goes away, one after the other. That it answers truly meanwhile is watched all the time. */
public sealed interface GatewayFault extends Fault {
    /** The gateway's own way to Elasticsearch is cut. */
    record GatewayWithoutElasticsearch(Duration duration) implements GatewayFault {
        @Override
        public Effect strike(Arena arena) throws Exception {
            int before = arena.processes().gateway().lacking();
            return cut(
                    arena,
                    arena.cluster().box().links(Audience.GATEWAYS).elasticsearch(),
                    duration,
                    () -> arena.processes().gateway().lacking() > before);
        }
    }

    /** The gateway cannot announce stale hits, and answers as before. */
    record GatewayWithoutKafka(Duration duration) implements GatewayFault {
        @Override
        public Effect strike(Arena arena) throws Exception {
            int before = arena.processes().gateway().whole();
            return cut(
                    arena,
                    arena.cluster().box().links(Audience.GATEWAYS).kafka(),
                    duration,
                    () -> arena.processes().gateway().whole() > before);
        }
    }

    /**
     * The gateway's way to ZooKeeper is cut, and no RegionServer answers anybody: SIGSTOP, shorter than their sessions and longer
     * than the deadline of those who ask the gateway. Again, if nobody asked just then.
     */
    record GatewayWithoutHBase(Duration silent, Duration withoutZooKeeper) implements GatewayFault {
        private static final int ROUNDS = 4;
        /** So that sessions last. */
        private static final Duration BETWEEN = Duration.ofSeconds(8);

        @Override
        public Effect strike(Arena arena) throws Exception {
            TcpRelay zooKeeper = arena.cluster().box().links(Audience.GATEWAYS).zooKeeper();
            int before = arena.processes().gateway().lacking();
            int rounds = 0;
            Links.sever(List.of(zooKeeper));
            try {
                do {
                    if (rounds > 0) {
                        Arena.hold(BETWEEN);
                    }
                    freeze(arena);
                    rounds++;
                } while (arena.processes().gateway().lacking() == before && rounds < ROUNDS);
                Arena.hold(withoutZooKeeper);
            } finally {
                Links.mend(List.of(zooKeeper));
            }
            int lacking = arena.processes().gateway().lacking() - before;
            return new Effect(
                    "RegionServers were silent for %.1f s, %d times; %d answers lacked something"
                            .formatted(silent.toMillis() / 1e3, rounds, lacking),
                    lacking > 0);
        }

        /** Returns when the gateway has had the time to say so. */
        private void freeze(Arena arena) throws InterruptedException {
            arena.cluster().freezing().lock();
            try {
                List<HBaseNode> frozen = arena.cluster().box().hbase().regionServers().stream()
                        .filter(HBaseNode::isRunning)
                        .filter(HBaseNode::pause)
                        .toList();
                try {
                    Arena.hold(silent);
                } finally {
                    frozen.forEach(HBaseNode::resume);
                }
            } finally {
                arena.cluster().freezing().unlock();
            }
            Arena.hold(Duration.ofSeconds(1));
        }
    }

    private static Effect cut(Arena arena, List<TcpRelay> relays, Duration duration, Callable<Boolean> seen)
            throws InterruptedException {
        int whole = arena.processes().gateway().whole();
        int lacking = arena.processes().gateway().lacking();
        int connections = Links.sever(relays);
        boolean felt;
        try {
            felt = arena.holdUntilFelt(duration, seen);
        } finally {
            Links.mend(relays);
        }
        return new Effect(
                "cut off for %d s, %d connections; %d whole answers meanwhile, %d that lacked something"
                        .formatted(
                                duration.toSeconds(),
                                connections,
                                arena.processes().gateway().whole() - whole,
                                arena.processes().gateway().lacking() - lacking),
                felt);
    }
}
