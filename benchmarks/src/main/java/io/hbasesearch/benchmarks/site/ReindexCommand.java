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
    private static final List<String> FLAGS = List.of(
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "-XX:+UseSerialGC",
            "-XX:+ExitOnOutOfMemoryError");

    private ReindexCommand() {}

    /**
     * Fills the site's index.
     *
     * @param directory for its logs
     * @return megabytes that were left by the collection that left most
     * @throws IllegalStateException with the end of its output if it fails, for want of memory for instance
     */
    public static double run(MeasuredSite site, int heapMegabytes, Path directory)
            throws IOException, InterruptedException {
        Path logs = Files.createTempDirectory(directory, "reindex");
        Path collections = logs.resolve("collections.log");
        Path output = logs.resolve("output.log");
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(FLAGS);
        line.add("-Xmx" + heapMegabytes + "m");
        line.add("-Xlog:gc:file=" + collections);
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), Tethered.class.getName(), MAIN));
        line.addAll(List.of("--config", site.site().config().toString(), "reindex", site.index()));
        Process process = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            if (process.waitFor() != 0) {
                throw new IllegalStateException("reindex within " + heapMegabytes + " MB ended with "
                        + process.exitValue() + ": " + Files.readString(output));
            }
        } finally {
            process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
        return Heap.mostAfterCollection(collections);
    }
}
