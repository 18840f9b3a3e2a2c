/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.service;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs this program's {@code serve} in a child process, as an operator would start it. The child ends with its standard input,
 * so it never outlives this process. For one thread, which owns it.
 */
public final class ServiceChild implements AutoCloseable {
    /** Makes {@code serve} drain and stop when its standard input ends. */
    public static final String TETHER_PROPERTY = "hbasesearch.tethered";

    private static final Duration DRAIN = Duration.ofSeconds(40);
    private static final Duration POLL = Duration.ofMillis(100);

    private final Process process;
    private final Path log;
    private final URI health;

    private ServiceChild(Process process, Path log, URI health) {
        this.process = process;
        this.log = log;
        this.health = health;
    }

    /**
     * Starts the child.
     *
     * @param config the configuration file
     * @param page the gateway's address
     * @param log a new file; the previous one stays next to it
     */
    public static ServiceChild start(Path config, URI page, Path log, int heapMegabytes) throws IOException {
        if (Files.exists(log)) {
            Files.move(log, log.resolveSibling(log.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String opened : List.of("java.nio", "java.lang", "sun.nio.ch")) {
            command.add("--add-opens=java.base/" + opened + "=ALL-UNNAMED");
        }
        command.addAll(List.of(
                "-Xmx" + heapMegabytes + "m",
                "-XX:+ExitOnOutOfMemoryError",
                "-Dfile.encoding=UTF-8",
                "-D" + TETHER_PROPERTY + "=true",
                "-cp",
                System.getProperty("java.class.path"),
                "io.hbasesearch.cli.Main",
                "serve",
                "--config",
                config.toString()));
        File output = log.toFile();
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
        return new ServiceChild(process, log, page.resolve("/health"));
    }

    /** @throws HBaseSearchException if the process ends, or is not healthy in time; names the log */
    public void awaitHealthy(Duration timeout) throws InterruptedException {
        HttpClient http =
                HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
        HttpRequest request =
                HttpRequest.newBuilder(health).timeout(Duration.ofSeconds(5)).build();
        Deadline deadline = Deadline.after(timeout);
        String last = "it does not answer";
        while (!deadline.isOver()) {
            if (process.waitFor(POLL.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new HBaseSearchException(
                        ErrorCode.INTERNAL,
                        "the service ended with exit code " + process.exitValue() + ": " + lastLine(),
                        "Its log is " + log + ".",
                        null);
            }
            try {
                HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
                if (answer.statusCode() == 200) {
                    return;
                }
                last = answer.body();
            } catch (IOException e) {
                last = e.toString();
            }
        }
        throw new HBaseSearchException(
                ErrorCode.TIMED_OUT,
                "the service was not healthy within " + timeout.toSeconds() + " s: " + last,
                "Its log is " + log + ".",
                null);
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public long pid() {
        return process.pid();
    }

    private String lastLine() {
        try {
            List<String> lines = Files.readAllLines(log);
            return lines.stream()
                    .filter(line -> line.startsWith("error["))
                    .reduce((first, second) -> second)
                    .orElse(lines.isEmpty() ? "no output" : lines.get(lines.size() - 1));
        } catch (IOException e) {
            return "its log cannot be read: " + e;
        }
    }

    /** Asks the process to drain, and kills it after a timeout. Idempotent. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(DRAIN.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the exit code of a process that has ended. */
    public int exitCode() {
        return process.exitValue();
    }

    @Override
    public String toString() {
        return "service, process " + process.pid();
    }
}
