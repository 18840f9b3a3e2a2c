/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FreeMemoryTest {
    @Test
    void whatIsFreeIsToldInKilobytes() {
        assertThat(FreeMemory.parse("MemTotal:       24684092 kB\nMemFree:        13619036 kB\nCached: 2301364 kB\n"))
                .hasValue(13_619_036L * 1024);
        assertThat(FreeMemory.parse("nothing of the kind\n")).isEmpty();
    }
}
