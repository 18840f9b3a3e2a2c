/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.config.ApiKey;
import io.hbasesearch.core.config.Secret;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.List;
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
    private final int port;
    private final int operationsPort;

    GatewayChild(Path directory) throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        GatewayChild.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
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
            System.out.println("port " + gateway.port() + " " + gateway.operationsPort());
            while (System.in.read() >= 0) {
                // Until the parent ends, or closes it.
            }
        }
    }
}
