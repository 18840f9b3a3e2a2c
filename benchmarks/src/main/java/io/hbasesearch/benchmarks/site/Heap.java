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
    // garbage-first heap   total 1048576K, used 60332K [0x..., 0x...)
    private static final Pattern USED = Pattern.compile("heap\\s+total \\d+K, used (\\d+)K");
    // [1.234s][info][gc] GC(3) Pause Young (Allocation Failure) 85M->23M(247M) 12.345ms
    private static final Pattern AFTER_COLLECTION = Pattern.compile("Pause .* \\d+M->(\\d+)M\\(\\d+M\\)");

    private Heap() {}

    /**
     * Megabytes that a JVM with the G1 collector holds after a full collection.
     *
     * @throws IOException if there is no {@code jcmd}, or no such process
     */
    public static double held(long pid) throws IOException, InterruptedException {
        Jcmd.run(pid, "GC.run");
        Matcher matcher = USED.matcher(Jcmd.run(pid, "GC.heap_info"));
        if (!matcher.find()) {
            throw new IOException("process " + pid + " does not say what its heap holds as G1 does");
        }
        return Long.parseLong(matcher.group(1)) / KIBIBYTES_PER_MEBIBYTE;
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
