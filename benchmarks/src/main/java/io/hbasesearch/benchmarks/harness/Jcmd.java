/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The JDK's own tool that speaks to other JVMs. Stateless. */
public final class Jcmd {
    private Jcmd() {}

    /**
     * @return what the command printed
     * @throws IOException if there is no {@code jcmd}, no such process, or the command fails
     */
    public static String run(long pid, String... command) throws IOException, InterruptedException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        List<String> line = new ArrayList<>(List.of(jcmd.toString(), Long.toString(pid)));
        line.addAll(List.of(command));
        Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("jcmd " + String.join(" ", command) + " of process " + pid + " failed: " + output);
        }
        return output;
    }
}
