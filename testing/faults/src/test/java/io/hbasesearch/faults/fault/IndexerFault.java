/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.fault;

import io.hbasesearch.faults.box.Fleet;
import io.hbasesearch.system.ServerAddresses;
import java.time.Duration;
import java.util.List;

/** What goes wrong with our own indexers. */
public sealed interface IndexerFault extends Fault {
    /** SIGKILL, in the middle of whatever it does; another is started later. */
    record IndexerKilled(Duration down) implements IndexerFault {
        @Override
        public String strike(Arena arena) throws Exception {
            Fleet.Member indexer = arena.fleet().indexers().get(0);
            arena.fleet().kill(indexer);
            Arena.hold(down);
            arena.fleet().addIndexer();
            return indexer.name() + " was killed";
        }
    }

    /** SIGSTOP until the group has given its partitions to others, then SIGCONT: it goes on with reads of long ago. */
    record IndexerZombie(Duration beyondSession) implements IndexerFault {
        @Override
        public String strike(Arena arena) throws Exception {
            Fleet.Member indexer = arena.fleet().indexers().get(0);
            Duration pause =
                    Duration.ofMillis(ServerAddresses.SESSION_TIMEOUT_MILLIS).plus(beyondSession);
            indexer.process().pause();
            try {
                Arena.hold(pause);
            } finally {
                indexer.process().resume();
            }
            return indexer.name() + " was frozen for " + pause.toSeconds() + " s";
        }
    }

    /** Indexers join and leave, some of them without a word. */
    record Rebalances(int rounds, Duration between) implements IndexerFault {
        @Override
        public String strike(Arena arena) throws Exception {
            for (int round = 0; round < rounds; round++) {
                arena.fleet().addIndexer();
                Arena.hold(between);
                List<Fleet.Member> members = arena.fleet().indexers();
                if (round % 2 == 0) {
                    arena.fleet().stop(members.get(0));
                } else {
                    arena.fleet().kill(members.get(0));
                }
            }
            return rounds + " indexers joined and " + rounds + " left";
        }
    }

    /** One indexer is replaced by one whose clock is wrong by an hour; from then on both kinds work side by side. */
    record ClocksApart(Duration offset) implements IndexerFault {
        @Override
        public String strike(Arena arena) throws Exception {
            Fleet.Member indexer = arena.fleet().indexers().get(0);
            arena.fleet().addIndexer(offset);
            arena.fleet().stop(indexer);
            Arena.hold(Duration.ofSeconds(5));
            return "one indexer's clock is off by " + offset.toMinutes() + " minutes";
        }
    }
}
