/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CoresTest {
    @Test
    void aListOfLinuxHasRangesAndSingleCores() {
        assertThat(Cores.parse("0\n").numbers()).containsExactly(0);
        assertThat(Cores.parse("\t0-1").numbers()).containsExactly(0, 1);
        assertThat(Cores.parse("6,0-3").numbers()).containsExactly(0, 1, 2, 3, 6);
    }

    @Test
    void theLastCoreIsLeftOutOfTheOthersWhateverItsNumber() {
        Cores cores = Cores.parse("2-4,7");
        assertThat(cores.last()).hasToString("7");
        assertThat(cores.allButLast()).hasToString("2,3,4");
        assertThat(Cores.parse(cores.allButLast().toString())).isEqualTo(Cores.parse("2-4"));
    }
}
