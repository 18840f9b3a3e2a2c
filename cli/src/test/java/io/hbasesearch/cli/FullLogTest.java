/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A log that finds no room on its disk is lost; the work goes on. */
@Timeout(180)
class FullLogTest {
    private static final Path FULL = Path.of("/dev/full");
    private static final int DONE = 42;

    @Test
    void aProcessWhoseLogHasNoRoomGoesOn() throws Exception {
        Assumptions.assumeTrue(Files.exists(FULL), "this system has no " + FULL);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Talker.class.getName())
                .redirectOutput(new File(FULL.toString()))
                .redirectError(new File(FULL.toString()))
                .start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(DONE);
    }

    /** Logs as services do, with the configuration that is shipped. */
    static final class Talker {
        private Talker() {}

        public static void main(String[] arguments) {
            Logger log = LoggerFactory.getLogger(Talker.class);
            for (int i = 0; i < 10_000; i++) {
                log.warn("line {}", i, new IllegalStateException("with a stack trace"));
            }
            System.exit(log.isWarnEnabled() ? DONE : 1);
        }
    }
}
