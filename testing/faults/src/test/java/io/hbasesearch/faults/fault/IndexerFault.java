/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.fault;

import io.hbasesearch.faults.box.Audience;
import io.hbasesearch.faults.box.Links;
import io.hbasesearch.faults.box.Member;
import io.hbasesearch.servers.TcpRelay;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** What goes wrong with our own indexers. */
public sealed interface IndexerFault extends Fault {
    /** Whose turn it is shows in who has the partitions. */
    @Override
    default boolean needsTheIndex() {
        return true;
    }

    /** SIGKILL, in the middle of whatever it does; another is started later. */
    record IndexerKilled(Duration down) implements IndexerFault {
        @Override
        public Effect strike(Arena arena) throws Exception {
            Member indexer = arena.processes().fleet().indexers().get(0);
            double applied = Arena.counted(() -> Arena.applied(indexer));
            arena.processes().fleet().kill(indexer);
            Arena.hold(down);
            arena.processes().fleet().addIndexer();
            return new Effect("%s was killed after %.0f documents".formatted(indexer.name(), applied), applied > 0);
        }
    }

    /** SIGSTOP until the group has given its partitions to others, then SIGCONT: it goes on with reads of long ago. */
    record IndexerZombie(Duration beyondSession) implements IndexerFault {
        @Override
        public Effect strike(Arena arena) throws Exception {
            Map<TopicPartition, String> before = arena.processes()
                    .group()
                    .awaitShared(arena.processes().fleet().indexers().size());
            Member indexer = arena.processes().fleet().indexers().get(0);
            long begin = System.nanoTime();
            indexer.process().pause();
            try {
                arena.processes().group().awaitTakenFromOne(before);
                Arena.hold(beyondSession);
            } finally {
                indexer.process().resume();
            }
            int moved = IndexerGroup.moved(before, arena.processes().group().owners());
            return Effect.felt("%s was frozen for %d s, and %d partitions had other owners when it went on"
                    .formatted(
                            indexer.name(),
                            Duration.ofNanos(System.nanoTime() - begin).toSeconds(),
                            moved));
        }
    }

    /** Indexers join and leave, some of them without a word. */
    record Rebalances(int rounds, Duration between) implements IndexerFault {
        @Override
        public Effect strike(Arena arena) throws Exception {
            int members = arena.processes().fleet().indexers().size();
            int moved = 0;
            Map<TopicPartition, String> owners = arena.processes().group().awaitShared(members);
            for (int round = 0; round < rounds; round++) {
                arena.processes().fleet().addIndexer();
                Map<TopicPartition, String> joined = arena.processes().group().awaitShared(members + 1);
                Arena.hold(between);
                leave(arena, round);
                Map<TopicPartition, String> left = arena.processes().group().awaitShared(members);
                moved += IndexerGroup.moved(owners, joined) + IndexerGroup.moved(joined, left);
                owners = left;
            }
            return new Effect(
                    "%d indexers joined and as many left; partitions changed hands %d times".formatted(rounds, moved),
                    moved > 0);
        }

        private static void leave(Arena arena, int round) throws InterruptedException {
            Member first = arena.processes().fleet().indexers().get(0);
            if (round % 2 == 0) {
                arena.processes().fleet().stop(first);
            } else {
                arena.processes().fleet().kill(first);
            }
        }
    }

    /**
     * One indexer is replaced by one whose clock is wrong by an hour; from then on both kinds work side by side. Over when that
     * one has written.
     */
    record ClocksApart(Duration offset) implements IndexerFault {
        @Override
        public Effect strike(Arena arena) throws Exception {
            Member indexer = arena.processes().fleet().indexers().get(0);
            Member shifted = arena.processes().fleet().addIndexer(offset);
            arena.processes().fleet().stop(indexer);
            Arena.awaitWrites(shifted);
            return Effect.felt("the clock of %s is off by %d minutes; %.0f documents are its own so far"
                    .formatted(shifted.name(), offset.toMinutes(), Arena.applied(shifted)));
        }
    }

    /** The indexers' way to ZooKeeper is cut; one is killed, and another has to find HBase without it, until it is back. */
    record IndexersWithoutZooKeeper(Duration duration) implements IndexerFault {
        @Override
        public Effect strike(Arena arena) throws Exception {
            TcpRelay zooKeeper = arena.cluster().box().links(Audience.INDEXERS).zooKeeper();
            int cut = Links.sever(List.of(zooKeeper));
            Member late;
            try {
                arena.processes()
                        .fleet()
                        .kill(arena.processes().fleet().indexers().get(0));
                late = arena.processes().fleet().addIndexer();
                Arena.await("an indexer without ZooKeeper", () -> late.address().isPresent());
                Arena.hold(duration);
            } finally {
                Links.mend(List.of(zooKeeper));
            }
            Arena.awaitWrites(late);
            return Effect.felt("cut off for more than %d s, %d connections; %s found HBase afterwards"
                    .formatted(duration.toSeconds(), cut, late.name()));
        }
    }
}
