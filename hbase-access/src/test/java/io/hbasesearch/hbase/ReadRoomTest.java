/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.error.HBaseSearchException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReadRoomTest {
    private static final Duration AT_ONCE = Duration.ofMillis(1);

    /** Room for 12 answers, 6 of them for scans of ranges. */
    private final ReadRoom room = new ReadRoom(512L << 20);

    @Test
    void scansOfRangesTakeHalfOfTheRoomTogether() {
        for (int i = 0; i < 6; i++) {
            room.takeForRange(AT_ONCE);
        }
        assertThatThrownBy(() -> room.takeForRange(AT_ONCE))
                .isInstanceOf(HBaseSearchException.class)
                .hasMessageContaining("all of the 6 answers");
        room.take(6, AT_ONCE);
        assertThatThrownBy(() -> room.take(1, AT_ONCE)).isInstanceOf(HBaseSearchException.class);
        room.giveBackRange();
        room.takeForRange(AT_ONCE);
    }

    @Test
    void oneRequestLeavesRoomForTheFirstScansOfOthers() {
        room.takeForRange(AT_ONCE);
        int more = 0;
        while (room.takeForOneMoreRange()) {
            more++;
        }
        assertThat(more).isEqualTo(2);
        for (int i = 0; i < 3; i++) {
            room.takeForRange(AT_ONCE);
        }
    }

    @Test
    void scansOfRangesWaitForOtherReadsAndKeepNothingThen() {
        room.take(12, AT_ONCE);
        assertThat(room.takeForOneMoreRange()).isFalse();
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> room.takeForRange(AT_ONCE)).hasMessageContaining("that fit into its heap");
        }
        room.giveBack(12);
        for (int i = 0; i < 6; i++) {
            room.takeForRange(AT_ONCE);
        }
    }
}
