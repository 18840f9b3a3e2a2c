/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.management.OperatingSystemMXBean;
import io.hbasesearch.core.config.ApiKey;
import io.hbasesearch.core.config.Secret;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A gateway over an embedded index in a process of its own, which ends with its caller's. */
final class GatewayChild implements AutoCloseable {
    /** Opens the index that there is. */
    static final String KEY = "the-key-of-somebody-who-searches";
    /** Opens an index that there is not. */
    static final String WEAK_KEY = "the-key-that-opens-nothing-at-all";
    /** Opens the index, and may not fence. */
    static final String READING_KEY = "the-key-of-somebody-who-only-reads";

    private final Process process;
    private final BufferedReader out;
    private final int port;
    private final int operationsPort;

    GatewayChild(Path directory) throws IOException {
        this(directory, GatewayChild.class, "-Xmx512m");
    }

    /** @param main started with the directory; calls {@link #serve} */
    GatewayChild(Path directory, Class<?> main, String heap) throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        heap,
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        main.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
        String line = out.readLine();
        while (line != null && !line.startsWith("port ")) {
            line = out.readLine();
        }
        if (line == null) {
            throw new IOException("the gateway ended before it listened");
        }
        String[] ports = line.split(" ");
        port = Integer.parseInt(ports[1]);
        operationsPort = Integer.parseInt(ports[2]);
    }

    int port() {
        return port;
    }

    int operationsPort() {
        return operationsPort;
    }

    /** Processor time that it has taken so far. */
    long cpuMillis() {
        return process.info().totalCpuDuration().orElseThrow().toMillis();
    }

    /**
     * Processor time that it has taken so far.
     *
     * @param process of all of it, with the compiler and the collector of garbage
     * @param threads of those that run Java, without what one that has ended did last
     */
    record Processor(Duration process, Duration threads) {
        Processor least(Processor other) {
            return new Processor(
                    process.compareTo(other.process) < 0 ? process : other.process,
                    threads.compareTo(other.threads) < 0 ? threads : other.threads);
        }

        Processor since(Processor before) {
            return new Processor(process.minus(before.process), threads.minus(before.threads));
        }
    }

    Processor processor() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        String[] nanos = out.readLine().split(" ");
        return new Processor(Duration.ofNanos(Long.parseLong(nanos[0])), Duration.ofNanos(Long.parseLong(nanos[1])));
    }

    /** Ends it, as does the end of the process that started it. */
    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws Exception {
        List<ApiKey> keys = List.of(
                ApiKey.ofAll(new Secret(KEY)),
                new ApiKey(new Secret(READING_KEY), List.of("words"), false),
                new ApiKey(new Secret(WEAK_KEY), List.of("nothing"), false));
        try (FuzzedGateway gateway = new FuzzedGateway(Path.of(args[0]), keys)) {
            serve(gateway);
        }
    }

    /** Until the parent ends, or closes its end. */
    static void serve(FuzzedGateway gateway) throws IOException {
        System.out.println("port " + gateway.port() + " " + gateway.operationsPort());
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Map<Long, Long> seen = new HashMap<>();
        long ofThreads = 0;
        while (System.in.read() >= 0) {
            for (long thread : threads.getAllThreadIds()) {
                // Not the sum of all that there are: it would fall when one of them ends.
                long nanos = Math.max(0, threads.getThreadCpuTime(thread));
                ofThreads += Math.max(0, nanos - seen.getOrDefault(thread, 0L));
                seen.put(thread, nanos);
            }
            System.out.println(system.getProcessCpuTime() + " " + ofThreads);
        }
    }
}
