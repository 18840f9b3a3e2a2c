/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import io.hbasesearch.faults.fault.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Which faults strike in a run, one after the other on each of two tracks: what announces edits (HBase, Kafka) and what indexes
 * and answers (Elasticsearch, indexers, gateway). A fault of one track meets whatever strikes on the other.
 *
 * <p>The seed alone decides. Of each hundred seeds every seventh is long: it strikes with every outage that has a full length,
 * at that length, so that twenty seeds from a hundred's beginning hold each of these three times. The others deal from shuffled
 * decks that hold every class once, in ever other company, so that the remaining seventeen hold each class three times too.
 * Immutable.
 *
 * @param restUpstream before each fault upstream: long outages leave nothing to index, and what strikes downstream shall meet
 *     indexers at work
 */
public record Schedule(long seed, boolean isLong, List<Fault> upstream, List<Fault> downstream, Duration restUpstream) {
    private static final int HUNDRED = 100;
    private static final int EVERY = 7;
    private static final int FIRST = 3;
    private static final int LONG_IN_A_HUNDRED = 14;
    private static final int UPSTREAM = 4;
    private static final int DOWNSTREAM = 5;

    public Schedule {
        upstream = List.copyOf(upstream);
        downstream = List.copyOf(downstream);
    }

    static Schedule of(long seed, Outages outages) {
        if (isLong(seed)) {
            Random random = new Random(seed);
            return new Schedule(
                    seed,
                    true,
                    shuffled(FaultClasses.longUpstream(outages), random),
                    shuffled(FaultClasses.longDownstream(outages), random),
                    Duration.ofSeconds(45));
        }
        return new Schedule(
                seed,
                false,
                deal(FaultClasses.upstream(outages), seed, UPSTREAM),
                deal(FaultClasses.downstream(outages), seed, DOWNSTREAM),
                Duration.ZERO);
    }

    /** How many faults strike. */
    int size() {
        return upstream.size() + downstream.size();
    }

    static boolean isLong(long seed) {
        return Math.floorMod(seed, HUNDRED) % EVERY == FIRST;
    }

    private static List<Fault> shuffled(List<FaultClasses.Draw> classes, Random random) {
        List<FaultClasses.Draw> order = new ArrayList<>(classes);
        Collections.shuffle(order, random);
        return order.stream().map(draw -> draw.draw(random)).toList();
    }

    /** The seed's own part of an endless row of decks. */
    private static List<Fault> deal(List<FaultClasses.Draw> classes, long seed, int count) {
        Random parameters = new Random(seed);
        long before = amongShortOnes(seed) * count;
        List<Fault> faults = new ArrayList<>();
        for (long position = before; position < before + count; position++) {
            List<FaultClasses.Draw> deck = new ArrayList<>(classes);
            Collections.shuffle(deck, new Random(Math.floorDiv(position, (long) classes.size()) * 0x9E3779B97F4A7C15L));
            faults.add(deck.get(Math.floorMod(position, classes.size())).draw(parameters));
        }
        return faults;
    }

    /** How many seeds before this one are not long, counted from seed 0. */
    private static long amongShortOnes(long seed) {
        int inHundred = Math.floorMod(seed, HUNDRED);
        int longBefore = (inHundred + EVERY - 1 - FIRST) / EVERY;
        return Math.floorDiv(seed, (long) HUNDRED) * (HUNDRED - LONG_IN_A_HUNDRED) + inHundred - longBefore;
    }
}
