/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import io.hbasesearch.benchmarks.harness.Jcmd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** How much of their heaps other JVMs use. Stateless. */
public final class Heap {
    private static final double KIBIBYTES_PER_MEBIBYTE = 1 << 10;
    // def new generation   total 78656K, used 5612K; tenured generation total 174784K, used 60332K
    private static final Pattern USED = Pattern.compile("generation\\s+total \\d+K, used (\\d+)K");
    // [1.234s][info][gc] GC(3) Pause Young (Allocation Failure) 85M->23M(247M) 12.345ms
    private static final Pattern AFTER_COLLECTION = Pattern.compile("Pause .* \\d+M->(\\d+)M\\(\\d+M\\)");

    private Heap() {}

    /**
     * Megabytes that a JVM with the serial collector holds after a full collection.
     *
     * @throws IOException if there is no {@code jcmd}, or no such process
     */
    public static double held(long pid) throws IOException, InterruptedException {
        Jcmd.run(pid, "GC.run");
        double used = 0;
        Matcher matcher = USED.matcher(Jcmd.run(pid, "GC.heap_info"));
        while (matcher.find()) {
            used += Long.parseLong(matcher.group(1)) / KIBIBYTES_PER_MEBIBYTE;
        }
        if (used == 0) {
            throw new IOException("process " + pid + " has no serial collector");
        }
        return used;
    }

    /** Megabytes that were left by the collection that left most, by a log of {@code -Xlog:gc}. 0 if there was none. */
    public static double mostAfterCollection(Path log) throws IOException {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.map(AFTER_COLLECTION::matcher)
                    .filter(Matcher::find)
                    .mapToDouble(found -> Double.parseDouble(found.group(1)))
                    .max()
                    .orElse(0);
        }
    }
}
