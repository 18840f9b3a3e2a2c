/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class MachineTimeTest {
    @Test
    void waitsAreNotBusyAndStolenTimeIsToldApart() {
        MachineTime time = MachineTime.parse("cpu  1000 100 500 90000 7000 10 20 300 55 5", 12);
        assertThat(time).isEqualTo(new MachineTime(16.3, 3, 12));
    }

    @Test
    void aProcessHasTheTimeOfItsEndedChildrenWhateverItsName() {
        assertThat(MachineTime.seconds("42 (a ) b) S 1 42 42 0 -1 4194304 9 0 0 0 150 50 300 100 20 0 1 0 5 6 7"))
                .isEqualTo(6);
    }

    @Test
    void whatIsNeitherOursNorIdleIsTheOthers() {
        MachineTime before = new MachineTime(100, 1, 50);
        MachineTime after = new MachineTime(118, 2, 67);
        assertThat(after.othersSince(before, 10, 2)).isCloseTo(0.1, within(1e-9));
        // Clocks tick, so a difference may be a little below nothing.
        assertThat(new MachineTime(100, 1, 50.5).othersSince(before, 10, 2)).isZero();
    }
}
