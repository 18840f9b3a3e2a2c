/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Command lines for server JVMs, which run on the Java of this process. Stateless. */
final class JavaCommand {
    private static final int SMALL_HEAP_MEGABYTES = 1_024;

    private JavaCommand() {}

    static Path home() {
        return Path.of(System.getProperty("java.home"));
    }

    /** A JVM with a small footprint: the classpath goes through the environment, so that process listings stay readable. */
    static ProcessBuilder run(
            List<Path> classpath, int heapMegabytes, List<String> options, List<String> mainAndArguments) {
        List<String> command = new ArrayList<>();
        command.add(home().resolve("bin/java").toString());
        command.add("-Xmx" + heapMegabytes + "m");
        if (heapMegabytes < SMALL_HEAP_MEGABYTES) {
            // Two small servers on two cores: parallel collectors would only add threads and memory.
            command.add("-XX:+UseSerialGC");
        } else {
            // As Elasticsearch has it by itself, since a heap that grows under load stands still now and then.
            command.add("-Xms" + heapMegabytes + "m");
            command.add("-XX:+AlwaysPreTouch");
            command.add("-XX:+UseG1GC");
            // G1 gives an object of half a region or more regions of its own, and may mark the whole heap for it. Java
            // would choose regions of 1 MB here, and HBase allocates its memory for writes in pieces of 2 MB.
            command.add("-XX:G1HeapRegionSize=8m");
        }
        command.addAll(compiler(heapMegabytes));
        command.add("-XX:+ExitOnOutOfMemoryError");
        command.add("-Djava.net.preferIPv4Stack=true");
        command.addAll(options);
        command.addAll(mainAndArguments);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment()
                .put(
                        "CLASSPATH",
                        classpath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        return builder;
    }

    /**
     * Small servers are those of tests and of the quickstart. Most live for minutes, in which the optimizing compiler takes more
     * processor time than it gives back.
     */
    static List<String> compiler(int heapMegabytes) {
        return heapMegabytes < SMALL_HEAP_MEGABYTES ? List.of("-XX:TieredStopAtLevel=1") : List.of();
    }
}
