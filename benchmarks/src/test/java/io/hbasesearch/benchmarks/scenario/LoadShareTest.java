/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LoadShareTest {
    @Test
    void whatIsAsGoodAsTheWantedShareIsToldAsItIs() {
        assertThat(LoadShare.note(0.5, 0.451)).isEqualTo("latencies are at 0.451 of the capacity");
        assertThat(LoadShare.note(0.5, 0.549, 0.46)).isEqualTo("latencies are at 0.460 to 0.549 of the capacity");
    }

    @Test
    void anotherShareIsNotForPublication() {
        assertThat(LoadShare.note(0.5, 0.28))
                .isEqualTo(
                        "latencies are NOT FOR PUBLICATION: they are at 0.280 of the capacity, not at 0.500 as asked for");
        assertThat(LoadShare.note(0.5, 0.5, 0.56)).contains("NOT FOR PUBLICATION");
        assertThat(LoadShare.note(0.2, 0.5)).contains("NOT FOR PUBLICATION");
    }
}
