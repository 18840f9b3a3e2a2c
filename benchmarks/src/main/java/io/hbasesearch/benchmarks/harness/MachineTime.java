/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Processor time that this machine has spent, and which part of it was ours: this process with all that it started, also what
 * has ended since. The difference of two tells whether a measurement was alone. Of Linux only. Immutable.
 *
 * @param busySeconds of all cores, for anybody, waits not included
 * @param stolenSeconds that the host of a virtual machine gave to others
 */
public record MachineTime(double busySeconds, double stolenSeconds, double ourSeconds) {
    /** Of which files of /proc count: the same on every architecture. */
    private static final double TICKS_PER_SECOND = 100;

    private static final Path ALL = Path.of("/proc/stat");

    /** Until now; empty where there is no such file. */
    public static Optional<MachineTime> now() {
        try {
            String line = Files.readString(ALL).lines().findFirst().orElse("");
            double ours = Stream.concat(
                            Stream.of(ProcessHandle.current()),
                            ProcessHandle.current().descendants())
                    .mapToDouble(process -> ofProcess(process.pid()))
                    .sum();
            return Optional.of(parse(line, ours));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** @param line the first one of /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal */
    static MachineTime parse(String line, double ourSeconds) {
        String[] fields = line.trim().split("\\s+");
        double busy = 0;
        for (int field : new int[] {1, 2, 3, 6, 7}) {
            busy += Double.parseDouble(fields[field]);
        }
        return new MachineTime(busy / TICKS_PER_SECOND, Double.parseDouble(fields[8]) / TICKS_PER_SECOND, ourSeconds);
    }

    private static double ofProcess(long pid) {
        try {
            return seconds(Files.readString(Path.of("/proc", Long.toString(pid), "stat")));
        } catch (IOException e) {
            // It has ended just now: whoever started it has its time.
            return 0;
        }
    }

    /** @param stat of a process: its own times and those of its children that have ended */
    static double seconds(String stat) {
        // A name in parentheses may hold anything.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        double ticks = 0;
        for (int field = 11; field <= 14; field++) {
            ticks += Double.parseDouble(fields[field]);
        }
        return ticks / TICKS_PER_SECOND;
    }

    /** Which part of all cores' time since then others had, the host's other guests included; from 0 to 1. */
    public double othersSince(MachineTime before, double seconds, int cores) {
        double others = busySeconds - before.busySeconds - (ourSeconds - before.ourSeconds);
        double stolen = stolenSeconds - before.stolenSeconds;
        return Math.max(0, others + stolen) / (seconds * cores);
    }
}
