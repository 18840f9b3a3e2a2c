/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MachineTest {
    @Test
    void aReportSaysWhichSystemAndNotWhose() {
        assertThat(Machine.release("6.1.0-31-cloud-of-somebody")).isEqualTo("6.1");
        assertThat(Machine.release("10.0")).isEqualTo("10.0");
        assertThat(Machine.release("unknown")).isEqualTo("unknown");
    }
}
