/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreeMemoryTest {
    @Test
    void leavesNothingBehind(@TempDir Path directory) throws IOException {
        FreeMemory.touch(directory, 3_000_000);
        FreeMemory.touch(directory, 3_000_000);

        assertThat(directory).isEmptyDirectory();
    }
}
