/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which cores processes run on: Linux decides that for each thread, and a new thread or process begins with what its maker has.
 * Stateless.
 */
final class CoreBinding {
    private static final String ALLOWED = "Cpus_allowed_list:";
    /** A thread that another one starts while all are bound, one after the other, may be missed. */
    private static final int ATTEMPTS = 5;

    private CoreBinding() {}

    /** Those that the caller may run on. @throws IOException if this is not Linux */
    static Cores ofThisThread() throws IOException {
        return allowed(Path.of("/proc/thread-self/status"));
    }

    /**
     * Binds every thread that a process has; what these start later is bound as well. Does nothing if it has ended.
     *
     * @throws IOException if there is no {@code taskset}, or a thread is still not bound afterwards
     */
    static void bind(long pid, Cores cores) throws IOException, InterruptedException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Process taskset = new ProcessBuilder("taskset", "-acp", cores.toString(), Long.toString(pid))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectErrorStream(true)
                    .start();
            // It fails for a thread that ends meanwhile as well, so what it made is what counts.
            taskset.waitFor();
            if (isBound(pid, cores)) {
                return;
            }
        }
        throw new IOException("process " + pid + " cannot be bound to core " + cores);
    }

    private static boolean isBound(long pid, Cores cores) throws IOException {
        for (Path thread : threads(pid)) {
            Path status = thread.resolve("status");
            try {
                if (!allowed(status).equals(cores)) {
                    return false;
                }
            } catch (IOException e) {
                if (Files.exists(status)) {
                    throw e;
                }
            }
        }
        return true;
    }

    private static List<Path> threads(long pid) throws IOException {
        Path tasks = Path.of("/proc", Long.toString(pid), "task");
        try (Stream<Path> threads = Files.list(tasks)) {
            return threads.toList();
        } catch (IOException e) {
            if (Files.exists(tasks)) {
                throw e;
            }
            return List.of();
        }
    }

    private static Cores allowed(Path status) throws IOException {
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith(ALLOWED))
                .map(line -> Cores.parse(line.substring(ALLOWED.length())))
                .findFirst()
                .orElseThrow(() -> new IOException(status + " does not say which cores are allowed"));
    }
}
