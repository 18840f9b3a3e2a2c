/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TetheredTest {
    private Process process;

    /** Says so, and does not end by itself. */
    static final class Endless {
        private Endless() {}

        public static void main(String[] arguments) throws InterruptedException {
            System.out.println("runs with " + arguments[0]);
            Thread.sleep(TimeUnit.HOURS.toMillis(1));
        }
    }

    @AfterEach
    void end() {
        process.destroyForcibly();
    }

    private Process start(String main, String argument) throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Tethered.class.getName(),
                        main,
                        argument)
                .redirectErrorStream(true)
                .start();
        return process;
    }

    @Test
    void itEndsWithWhoeverHoldsItsInput() throws Exception {
        Process endless = start(Endless.class.getName(), "this");
        BufferedReader output = endless.inputReader(UTF_8);
        assertThat(output.readLine()).isEqualTo("runs with this");
        assertThat(endless.isAlive()).isTrue();
        endless.getOutputStream().close();
        assertThat(endless.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(endless.exitValue()).isEqualTo(143);
    }
}
