/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class CoreBindingTest {
    private Process process;

    /** Has threads of its own: a collector's, compilers', signals'. */
    @BeforeEach
    void start() throws Exception {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jshell")
                                .toString(),
                        "-")
                .start();
    }

    @AfterEach
    void end() throws Exception {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
    }

    @Test
    void everyThreadOfAProcessIsBound() throws Exception {
        Cores last = CoreBinding.ofThisThread().last();
        CoreBinding.bind(process.pid(), last);
        try (var threads = Files.list(Path.of("/proc/" + process.pid() + "/task"))) {
            assertThat(threads).isNotEmpty().allSatisfy(thread -> assertThat(thread.resolve("status"))
                    .content()
                    .contains("Cpus_allowed_list:\t" + last + "\n"));
        }
    }

    @Test
    void aCoreThatIsNotThereIsRefused() {
        assertThatThrownBy(() -> CoreBinding.bind(process.pid(), Cores.parse("1000")))
                .hasMessageContaining("cannot be bound to core 1000");
    }

    @Test
    void aProcessThatHasEndedNeedsNoCore() throws Exception {
        end();
        CoreBinding.bind(process.pid(), CoreBinding.ofThisThread().last());
        assertThat(process.isAlive()).isFalse();
    }
}
