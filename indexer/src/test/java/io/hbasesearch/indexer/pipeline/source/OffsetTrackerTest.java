/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.spi.Position;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OffsetTrackerTest {
    private static final OptionalInt EPOCH = OptionalInt.of(3);

    private final OffsetTracker tracker = new OffsetTracker(4);

    @Test
    void whatLiesBehindAnUnacknowledgedEventDoesNotCount() {
        OffsetTracker.Ticket first = tracker.track(0, 10, EPOCH);
        OffsetTracker.Ticket second = tracker.track(0, 11, EPOCH);
        second.acknowledge();
        assertThat(tracker.positions()).isEmpty();
        assertThat(tracker.outstanding(Set.of(0))).isEqualTo(2);
        first.acknowledge();
        assertThat(tracker.positions()).isEqualTo(Map.of(0, new Position(12, EPOCH)));
        assertThat(tracker.outstanding(Set.of(0))).isZero();
    }

    @Test
    void gapsInOffsetsHoldNothingBack() {
        tracker.track(0, 5, EPOCH).acknowledge();
        OffsetTracker.Ticket behindGap = tracker.track(0, 9, EPOCH);
        assertThat(tracker.positions()).isEqualTo(Map.of(0, new Position(6, EPOCH)));
        behindGap.acknowledge();
        tracker.passed(0, new Position(14, EPOCH));
        assertThat(tracker.positions()).isEqualTo(Map.of(0, new Position(14, EPOCH)));
    }

    @Test
    void aGapIsNotPassedWhileAnEventBeforeItIsOpen() {
        OffsetTracker.Ticket open = tracker.track(0, 5, EPOCH);
        tracker.passed(0, new Position(14, EPOCH));
        assertThat(tracker.positions()).isEmpty();
        open.acknowledge();
        assertThat(tracker.positions()).isEqualTo(Map.of(0, new Position(14, EPOCH)));
    }

    @Test
    void aPartitionRunsAheadOfAnEventThatIsStuck() {
        OffsetTracker.Ticket stuck = tracker.track(0, 0, EPOCH);
        for (int i = 1; i <= 100; i++) {
            tracker.track(0, i, EPOCH).acknowledge();
            tracker.track(1, i, EPOCH).acknowledge();
        }
        assertThat(tracker.runAhead(101)).isEmpty();
        assertThat(tracker.runAhead(100)).containsExactly(0);
        stuck.acknowledge();
        assertThat(tracker.runAhead(100)).isEmpty();
    }

    @Test
    void ticketsOfADroppedPartitionDoNothing() {
        OffsetTracker.Ticket old = tracker.track(0, 5, EPOCH);
        tracker.drop(List.of(0));
        OffsetTracker.Ticket fresh = tracker.track(0, 3, EPOCH);
        old.acknowledge();
        assertThat(tracker.positions()).isEmpty();
        fresh.acknowledge();
        assertThat(tracker.positions()).isEqualTo(Map.of(0, new Position(4, EPOCH)));
    }

    @Test
    void whatPassesBehindAHeldEventTakesNoMemory() {
        OffsetTracker.Ticket first = tracker.track(0, 0, EPOCH);
        first.hold();
        for (int offset = 1; offset <= 1_000_000; offset++) {
            OffsetTracker.Ticket ticket = tracker.track(0, offset, EPOCH);
            if (offset == 500_000) {
                ticket.hold();
            } else {
                ticket.acknowledge();
            }
        }
        assertThat(tracker.size()).isLessThan(20);
        assertThat(tracker.isBusy(Set.of(0))).isFalse();
        first.acknowledge();
        assertThat(tracker.positions()).isEqualTo(Map.of(0, new Position(500_000, EPOCH)));
    }

    @Test
    void anEventIsSettledOnceThoseBeforeItAreAcknowledgedOrHeld() {
        OffsetTracker.Ticket held = tracker.track(0, 10, EPOCH);
        held.hold();
        OffsetTracker.Ticket open = tracker.track(0, 11, EPOCH);
        OffsetTracker.Ticket last = tracker.track(0, 12, EPOCH);
        assertThat(tracker.isSettledBefore(0, held)).isTrue();
        assertThat(tracker.isSettledBefore(0, last)).isFalse();
        open.acknowledge();
        assertThat(tracker.isSettledBefore(0, last)).isTrue();
        assertThat(tracker.isBusy(Set.of(0))).isTrue();
    }

    @Test
    void refusesOffsetsThatGoBackwards() {
        tracker.track(0, 5, EPOCH);
        assertThatThrownBy(() -> tracker.track(0, 5, EPOCH)).hasMessageContaining("offset 5 follows offset 5");
    }

    /** Against a model that is too slow to be wrong: the first unacknowledged offset of a sorted list. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89})
    void agreesWithTheModelInAnyOrder(long seed) {
        Random random = new Random(seed);
        List<OffsetTracker.Ticket> open = new ArrayList<>();
        Map<Integer, TreeMap<Long, OffsetTracker.Ticket>> model = new TreeMap<>();
        Map<Integer, Long> next = new TreeMap<>();
        for (int step = 0; step < 3_000; step++) {
            if (random.nextInt(100) < 55) {
                int partition = random.nextInt(3);
                long offset = next.getOrDefault(partition, 0L) + random.nextInt(4);
                next.put(partition, offset + 1);
                OffsetTracker.Ticket ticket = tracker.track(partition, offset, EPOCH);
                model.computeIfAbsent(partition, key -> new TreeMap<>()).put(offset, ticket);
                open.add(ticket);
            } else if (!open.isEmpty()) {
                Collections.swap(open, random.nextInt(open.size()), open.size() - 1);
                OffsetTracker.Ticket ticket = open.remove(open.size() - 1);
                ticket.acknowledge();
                model.values().forEach(partition -> partition.replaceAll((offset, t) -> t == ticket ? null : t));
            }
            if (step % 50 == 0) {
                assertThat(tracker.positions()).isEqualTo(expected(model));
            }
        }
    }

    private static Map<Integer, Position> expected(Map<Integer, TreeMap<Long, OffsetTracker.Ticket>> model) {
        Map<Integer, Position> positions = new TreeMap<>();
        model.forEach((partition, events) -> {
            long done = -1;
            for (Map.Entry<Long, OffsetTracker.Ticket> event : events.entrySet()) {
                if (event.getValue() != null) {
                    break;
                }
                done = event.getKey();
            }
            if (done >= 0) {
                positions.put(partition, new Position(done + 1, EPOCH));
            }
        });
        return positions;
    }
}
