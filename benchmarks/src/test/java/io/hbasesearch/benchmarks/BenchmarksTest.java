/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class BenchmarksTest {
    @Test
    void theCommandIsAsGivenButForPlacesOnThisMachine() {
        assertThat(Benchmarks.command(List.of("endpoint", "--reports", "/some/where", "--rounds", "3", "--quick")))
                .isEqualTo("benchmarks/run endpoint --rounds 3 --quick");
        assertThat(Benchmarks.command(List.of("--reports=/some/where", "endpoint")))
                .isEqualTo("benchmarks/run endpoint");
    }
}
