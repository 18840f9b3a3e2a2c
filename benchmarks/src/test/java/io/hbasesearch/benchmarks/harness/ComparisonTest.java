/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    @Test
    void itHasSpreadAndInterval() {
        List<Double> ratios = List.of(0.9, 0.91, 0.92, 0.93, 0.94);
        assertThat(Comparison.of("ours to nothing", ratios))
                .hasToString(
                        "ours to nothing: mean 0.920 (geometric), 95 % interval 0.900 to 0.940, median 0.920 (0.900 to 0.940)");
    }
}
