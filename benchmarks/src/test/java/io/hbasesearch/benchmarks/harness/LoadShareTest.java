/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LoadShareTest {
    @Test
    void aTenthMoreOrLessIsTheWantedShare() {
        assertThat(LoadShare.isReached(0.5, 0.451)).isTrue();
        assertThat(LoadShare.isReached(0.5, 0.549)).isTrue();
        assertThat(LoadShare.isReached(0.5, 0.28)).isFalse();
        assertThat(LoadShare.isReached(0.2, 0.5)).isFalse();
    }

    @Test
    void whatWasReachedIsTold() {
        assertThat(LoadShare.note(0.5, List.of(0.549, 0.46)))
                .isEqualTo("latencies are at 0.460 to 0.549 of the capacity, 0.500 was asked for");
        assertThat(LoadShare.note(0.5, List.of(0.28))).startsWith("latencies are at 0.280 of the capacity");
    }
}
