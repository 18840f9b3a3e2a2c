/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code hbase-search reindex} as a process of its own, within a heap, that ends with this one. Stateless. */
public final class ReindexCommand {
    private static final String MAIN = "io.hbasesearch.cli.Main";
    private static final String OUT_OF_MEMORY = "java.lang.OutOfMemoryError";
    private static final List<String> FLAGS = List.of(
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "-XX:+UseSerialGC",
            "-XX:+ExitOnOutOfMemoryError");

    private ReindexCommand() {}

    /**
     * How one ended.
     *
     * @param isWithinHeap false if it ended for want of memory
     * @param mostMegabytes that were left by the collection that left most
     * @param seconds from its start to its end
     */
    public record Outcome(boolean isWithinHeap, double mostMegabytes, double seconds) {}

    /**
     * Fills the site's index.
     *
     * @param flags for its JVM, beside those of the heap
     * @param directory for its logs
     * @throws IllegalStateException with its output if it fails for another reason than want of memory
     */
    public static Outcome run(MeasuredSite site, int heapMegabytes, List<String> flags, Path directory)
            throws IOException, InterruptedException {
        return run(
                MAIN,
                List.of("--config", site.site().config().toString(), "reindex", site.index()),
                heapMegabytes,
                flags,
                directory);
    }

    static Outcome run(String main, List<String> arguments, int heapMegabytes, List<String> flags, Path directory)
            throws IOException, InterruptedException {
        Path logs = Files.createTempDirectory(directory, "reindex");
        Path collections = logs.resolve("collections.log");
        Path output = logs.resolve("output.log");
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(FLAGS);
        line.addAll(flags);
        line.add("-Xmx" + heapMegabytes + "m");
        line.add("-Xlog:gc:file=" + collections);
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), Tethered.class.getName(), main));
        line.addAll(arguments);
        long began = System.nanoTime();
        Process process = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            boolean isWithinHeap = process.waitFor() == 0;
            double seconds = (System.nanoTime() - began) / 1e9;
            if (!isWithinHeap && !Files.readString(output).contains(OUT_OF_MEMORY)) {
                throw new IllegalStateException("reindex within " + heapMegabytes + " MB ended with "
                        + process.exitValue() + ": " + Files.readString(output).strip());
            }
            return new Outcome(isWithinHeap, Heap.mostAfterCollection(collections), seconds);
        } finally {
            process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
    }
}
