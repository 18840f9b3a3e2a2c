/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.system.Site;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * One command in a process of its own, as a user runs it, and what it took. The peaks are the kernel's own, of Linux.
 *
 * @param output what it printed to stdout
 * @param wall from the start of the JVM to its end
 * @param cpu of all its threads, JVM's included
 * @param peakBytes resident memory at its highest: heap, code, threads, buffers
 */
record MeasuredCommand(String output, Duration wall, Duration cpu, long peakBytes) {
    private static final long POLL_MILLIS = 50;

    /**
     * Fails unless it ends with {@code exitCode}.
     *
     * @param heap as {@code -Xmx} takes it
     */
    static MeasuredCommand run(Site site, Path directory, String heap, int exitCode, String... arguments)
            throws IOException, InterruptedException {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(List.of(System.getProperty("hbasesearch.jvm.flags").split(" ")));
        line.addAll(List.of("-Xmx" + heap, "-cp", System.getProperty("java.class.path"), "io.hbasesearch.cli.Main"));
        line.addAll(List.of("--config", site.config().toString()));
        line.addAll(List.of(arguments));
        Path output = Files.createTempFile(directory, "verify", ".out");
        Path errors = Files.createTempFile(directory, "verify", ".err");
        long start = System.nanoTime();
        Process process = new ProcessBuilder(line)
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        long peak = 0;
        Duration cpu = Duration.ZERO;
        try {
            while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                peak = Math.max(peak, peakBytes(process.pid()));
                cpu = process.info().totalCpuDuration().orElse(cpu);
            }
        } finally {
            // A test whose time is over is interrupted here, and its command must not outlive it.
            process.destroyForcibly();
        }
        Duration wall = Duration.ofNanos(System.nanoTime() - start);
        assertThat(process.exitValue())
                .as(() -> String.join(" ", arguments) + "\n" + tail(errors))
                .isEqualTo(exitCode);
        return new MeasuredCommand(Files.readString(output), wall, cpu, peak);
    }

    private static long peakBytes(long pid) {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(pid), "status"))) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                    .findFirst()
                    .orElse(0);
        } catch (IOException | UncheckedIOException e) {
            // It has just ended.
            return 0;
        }
    }

    private static String tail(Path file) {
        try {
            List<String> lines = Files.readAllLines(file);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
        } catch (IOException e) {
            return e.toString();
        }
    }

    String lastLine() {
        return output.substring(output.stripTrailing().lastIndexOf('\n') + 1);
    }

    String describe(String what, long rows) {
        double seconds = wall.toMillis() / 1e3;
        return String.format(
                Locale.ROOT,
                "%s: %.1f s, %.0f rows/s, %.1f s of CPU, %d MB resident at most",
                what,
                seconds,
                rows / seconds,
                cpu.toMillis() / 1e3,
                peakBytes >> 20);
    }
}
