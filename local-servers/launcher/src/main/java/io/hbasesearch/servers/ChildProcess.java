/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run of a server's process, with its pid file and its {@link Tether}. Thread-safe. */
final class ChildProcess {
    private static final Logger log = LoggerFactory.getLogger(ChildProcess.class);

    private final String name;
    private final Path dataDirectory;
    private final Process process;
    private final Tether tether;

    private ChildProcess(String name, Path dataDirectory, Process process, Tether tether) {
        this.name = name;
        this.dataDirectory = dataDirectory;
        this.process = process;
        this.tether = tether;
    }

    static ChildProcess start(String name, Path dataDirectory, ProcessBuilder builder, ServerLog output)
            throws IOException {
        List<String> command = new ArrayList<>(Signals.ownSession());
        command.addAll(builder.command());
        builder.command(command)
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(output.file().toFile());
        Process process = builder.start();
        try {
            new PidFile(name, PidFile.Identity.of(process.toHandle()), PidFile.Identity.of(ProcessHandle.current()))
                    .write(dataDirectory);
            return new ChildProcess(name, dataDirectory, process, Tether.to(process.pid()));
        } catch (IOException e) {
            Signals.kill(process.toHandle());
            throw e;
        }
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    int exitCode() {
        return process.exitValue();
    }

    boolean awaitExit(Duration timeout) throws InterruptedException {
        return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** @return whether it was there to get it */
    boolean signal(String signal) {
        return Signals.send(pid(), signal);
    }

    /** Stops the process by the command, or by SIGTERM if there is none or it fails, and by SIGKILL after the deadline. */
    void stop(Optional<ProcessBuilder> command, Duration deadline) {
        long begin = System.nanoTime();
        if (isAlive() && !stopped(command, deadline)) {
            Duration rest = deadline.minusNanos(System.nanoTime() - begin);
            if (!Signals.stop(process.toHandle(), rest.isNegative() ? Duration.ZERO : rest)) {
                log.warn("{} (pid {}) did not stop within {} s and was killed", name, pid(), deadline.toSeconds());
            }
        }
        release();
    }

    private boolean stopped(Optional<ProcessBuilder> command, Duration deadline) {
        if (command.isEmpty()) {
            return false;
        }
        // One that is paused would not listen.
        signal("CONT");
        Process stopper = null;
        try {
            stopper = command.get()
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            long half = deadline.toMillis() / 2;
            return stopper.waitFor(half, TimeUnit.MILLISECONDS)
                    && stopper.exitValue() == 0
                    && process.waitFor(half, TimeUnit.MILLISECONDS);
        } catch (IOException e) {
            log.warn("The command that stops {} could not be run: {}", name, e.toString());
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            if (stopper != null) {
                stopper.destroyForcibly();
            }
        }
    }

    void kill() {
        Signals.kill(process.toHandle());
        release();
    }

    long residentBytes() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .mapToLong(handle -> residentBytes(handle.pid()))
                .sum();
    }

    private void release() {
        tether.release();
        try {
            PidFile.remove(dataDirectory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long residentBytes(long pid) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
                    .sum();
        } catch (IOException e) {
            return 0;
        }
    }
}
