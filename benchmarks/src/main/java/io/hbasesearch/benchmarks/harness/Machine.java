/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Where something was measured.
 *
 * @param load how many cores others kept busy in the seconds before: what another process takes is missing from what is measured. Where
 *     the system does not tell, its own load of the last minute, which has in it what we did ourselves
 * @param heapMegabytes of this process
 * @param memoryMegabytes of the machine or the container; 0 if a report does not say it
 * @param disk that the servers write to
 * @param serverHeapMegabytes by server
 */
public record Machine(
        @JsonUnwrapped Platform platform,
        long heapMegabytes,
        double load,
        long memoryMegabytes,
        String disk,
        Map<String, Integer> serverHeapMegabytes) {
    /** Names the hardware and settings that affect the figures most. */
    public record Platform(String processor, int cores, String system, String java) {}

    private static final double QUIET = 0.5;
    private static final Duration LOOK = Duration.ofSeconds(5);
    private static final double NANOS_PER_SECOND = 1e9;
    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

    public Machine {
        // Reports of before November 2026 have neither.
        disk = Objects.requireNonNullElse(disk, "");
        serverHeapMegabytes = Collections.unmodifiableMap(
                new TreeMap<>(Objects.requireNonNullElse(serverHeapMegabytes, Map.<String, Integer>of())));
    }

    /** Looks for some seconds. */
    public static Machine here() throws InterruptedException {
        int cores = Runtime.getRuntime().availableProcessors();
        Platform platform = new Platform(
                readProcessor(),
                cores,
                System.getProperty("os.name") + " " + release(System.getProperty("os.version")) + " "
                        + System.getProperty("os.arch"),
                System.getProperty("java.vm.version"));
        return new Machine(
                platform,
                Runtime.getRuntime().maxMemory() >> 20,
                load(cores),
                readMemory(),
                readDisk(),
                BenchmarkServers.heapMegabytes());
    }

    private static long readMemory() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getTotalMemorySize() >> 20
                : 0;
    }

    /** Of the temporary directory, which servers write to. Its name may tell whose machine it is, its type does not. */
    private static String readDisk() {
        try {
            FileStore store = Files.getFileStore(Path.of(System.getProperty("java.io.tmpdir")));
            return String.format(
                    Locale.ROOT,
                    "%s of %d GB, %d GB of them free",
                    store.type(),
                    store.getTotalSpace() >> 30,
                    store.getUsableSpace() >> 30);
        } catch (IOException e) {
            return "";
        }
    }

    private static double load(int cores) throws InterruptedException {
        Optional<MachineTime> before = MachineTime.now();
        long start = System.nanoTime();
        Thread.sleep(LOOK.toMillis());
        double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
        return before.flatMap(then -> MachineTime.now().map(now -> now.othersSince(then, seconds, cores) * cores))
                .orElseGet(() -> ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
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
