/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.fault;

import io.hbasesearch.faults.box.Audience;
import io.hbasesearch.faults.box.Links;
import io.hbasesearch.servers.HBaseNode;
import io.hbasesearch.servers.TcpRelay;
import java.time.Duration;
import java.util.List;

/** What the gateway needs goes away, one after the other. That it answers truly meanwhile is watched all the time. */
public sealed interface GatewayFault extends Fault {
    /** The gateway's own way to Elasticsearch is cut. */
    record GatewayWithoutElasticsearch(Duration duration) implements GatewayFault {
        @Override
        public String strike(Arena arena) throws Exception {
            return cut(arena.box().links(Audience.GATEWAYS).elasticsearch(), duration);
        }
    }

    /** The gateway cannot announce stale hits. */
    record GatewayWithoutKafka(Duration duration) implements GatewayFault {
        @Override
        public String strike(Arena arena) throws Exception {
            return cut(arena.box().links(Audience.GATEWAYS).kafka(), duration);
        }
    }

    /** The gateway's way to ZooKeeper is cut, and no RegionServer answers anybody: SIGSTOP, shorter than their sessions. */
    record GatewayWithoutHBase(Duration silent, Duration withoutZooKeeper) implements GatewayFault {
        @Override
        public String strike(Arena arena) throws Exception {
            TcpRelay zooKeeper = arena.box().links(Audience.GATEWAYS).zooKeeper();
            Links.sever(List.of(zooKeeper));
            try {
                List<HBaseNode> running = arena.box().hbase().regionServers().stream()
                        .filter(HBaseNode::isRunning)
                        .toList();
                try {
                    running.forEach(HBaseNode::pause);
                    Arena.hold(silent);
                } finally {
                    running.forEach(HBaseNode::resume);
                }
                Arena.hold(withoutZooKeeper);
            } finally {
                Links.mend(List.of(zooKeeper));
            }
            return "RegionServers were silent for " + silent.toSeconds() + " s";
        }
    }

    private static String cut(List<TcpRelay> relays, Duration duration) throws InterruptedException {
        Links.sever(relays);
        try {
            Arena.hold(duration);
        } finally {
            Links.mend(relays);
        }
        return "cut off for " + duration.toSeconds() + " s";
    }
}
