/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Where something was measured.
 *
 * @param load of the last minute, in processes that want to run; what another process takes is missing from what is measured
 * @param heapMegabytes of this process
 */
public record Machine(String processor, int cores, String system, String java, long heapMegabytes, double load) {
    private static final double QUIET = 0.5;
    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

    public static Machine here() {
        return new Machine(
                readProcessor(),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name") + " " + release(System.getProperty("os.version")) + " "
                        + System.getProperty("os.arch"),
                System.getProperty("java.vm.version"),
                Runtime.getRuntime().maxMemory() >> 20,
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }

    /** Major and minor version: what comes behind them may tell whose machine it is. */
    static String release(String version) {
        return version.replaceFirst("^(\\d+\\.\\d+).*", "$1");
    }

    private static String readProcessor() {
        try (Stream<String> lines = Files.lines(PROCESSORS)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }

    public boolean isQuiet() {
        return load < QUIET;
    }
}
