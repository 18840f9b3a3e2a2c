/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A real server as a child process that listens on loopback only. It keeps everything it writes in its data directory, so that
 * another start on the same directory, by this object or by another one, finds its data again.
 *
 * <p>A server can be started, stopped and started again, on the same ports. It does not outlive this JVM: see {@link Tether}.
 * Thread-safe: start and stop exclude each other; {@link #kill()}, {@link #pause()} and {@link #resume()} may come from any
 * thread at any time. Whoever starts a server owns it and closes it.
 */
public abstract sealed class LocalServer implements AutoCloseable
        permits HBaseServer, HBaseNode, KafkaServer, ElasticsearchServer, YarnServer {
    private static final Logger log = LoggerFactory.getLogger(LocalServer.class);

    private final String name;
    private final Path dataDirectory;
    private final Duration stopDeadline;
    private final boolean deleteDataOnClose;
    private final ServerLog serverLog;
    private volatile ChildProcess process;

    LocalServer(String name, ServerBuilder<?> builder) {
        this(name, builder, builder.dataDirectory());
    }

    /** @param dataDirectory of this server alone, where the builder's is shared by several */
    LocalServer(String name, ServerBuilder<?> builder, Path dataDirectory) {
        this.name = name;
        this.dataDirectory = dataDirectory;
        this.stopDeadline = builder.stopDeadline();
        this.deleteDataOnClose = builder.deletesDataOnClose();
        this.serverLog = new ServerLog(dataDirectory.resolve(name + ".log"));
    }

    /**
     * Starts the process and returns without waiting until it serves. Does nothing when the server runs already. What an
     * earlier owner that died left running on the data directory is stopped first.
     *
     * @throws ServerStartException when the data directory belongs to a running server of a living owner, when a port is
     *     taken, when files of the server are missing, or when a preparation such as formatting failed
     */
    public final synchronized void start() {
        if (isRunning()) {
            return;
        }
        try {
            LeftoverProcesses.reclaim(dataDirectory, stopDeadline);
            ports().forEach((use, port) -> Ports.requireFree(name, use, port));
            Files.createDirectories(dataDirectory);
            serverLog.startAnew();
            process = ChildProcess.start(name, dataDirectory, prepare(), serverLog);
        } catch (IOException e) {
            throw new ServerStartException("%s could not be started in %s: %s".formatted(name, dataDirectory, e), e);
        }
    }

    /**
     * Waits until the server answers. On failure the process is left as it is: {@link #close()} ends it.
     *
     * @throws ServerStartException when the process ends or the time runs out; the message holds the last lines of the log
     */
    public final void awaitReady(Duration timeout) throws InterruptedException {
        ChildProcess started = running();
        long begin = System.nanoTime();
        while (!isReady(serverLog)) {
            if (started.awaitExit(Duration.ofMillis(50))) {
                throw new ServerStartException(failure("ended with exit code " + started.exitCode()));
            }
            if (System.nanoTime() - begin > timeout.toNanos()) {
                throw new ServerStartException(failure("was not ready after " + timeout.toSeconds() + " s"));
            }
        }
        log.info("{} is ready, pid {}", name, started.pid());
    }

    /**
     * Asks the process to stop, waits for the builder's stop deadline and kills it then. The server can be started again.
     * Interrupted, it kills at once and restores the interrupt flag. Idempotent.
     */
    public final synchronized void stop() {
        ChildProcess running = process;
        if (running != null) {
            running.stop(stopCommand(), stopDeadline);
        }
        process = null;
    }

    /** Like {@link #stop()}; then deletes the data directory if the builder said so. Idempotent. */
    @Override
    public final synchronized void close() {
        stop();
        if (deleteDataOnClose) {
            try {
                DataDirectories.delete(dataDirectory);
            } catch (IOException e) {
                throw new UncheckedIOException("The data of " + name + " could not be deleted: " + dataDirectory, e);
            }
        }
    }

    /** Ends the process by SIGKILL, with no chance to flush anything, and returns when it is gone. */
    public final void kill() {
        running().kill();
    }

    /**
     * Freezes the process by SIGSTOP: its ports still accept connections, but nothing answers.
     *
     * @return whether there was a process to freeze
     */
    public final boolean pause() {
        return running().signal("STOP");
    }

    /**
     * Lets a paused process go on.
     *
     * @return whether there was a process to let go on
     */
    public final boolean resume() {
        return running().signal("CONT");
    }

    /** Whether the process lives, paused or not. */
    public final boolean isRunning() {
        ChildProcess current = process;
        return current != null && current.isAlive();
    }

    /**
     * The process id of the server, or of its launcher where there is one (Elasticsearch).
     *
     * @throws IllegalStateException when the server was not started
     */
    public final long pid() {
        return running().pid();
    }

    /** Resident memory of the process and its children in bytes; 0 where /proc does not tell. */
    public final long residentBytes() {
        return running().residentBytes();
    }

    /** What the process writes to its output; each start begins a new file and keeps the one before as {@code .1}. */
    public final Path logFile() {
        return serverLog.file();
    }

    public final Path dataDirectory() {
        return dataDirectory;
    }

    /** The short name that messages, the log file and the pid file use. */
    public final String name() {
        return name;
    }

    /** The ports that the process will listen on, by their use. */
    abstract Map<String, Integer> ports();

    /** Writes the configuration, prepares the data directory and says how to run the process. */
    abstract ProcessBuilder prepare() throws IOException;

    /** A command that makes the process stop in good order; none where SIGTERM does. Run while the process lives. */
    Optional<ProcessBuilder> stopCommand() {
        return Optional.empty();
    }

    /** Whether the process, whose output is given, serves requests. Called repeatedly; must not block for long. */
    abstract boolean isReady(ServerLog output);

    private ChildProcess running() {
        ChildProcess current = process;
        if (current == null) {
            throw new IllegalStateException(name + " is not started: call start() first.");
        }
        return current;
    }

    private String failure(String what) {
        return "%s %s. Its log is %s and ends with:%n%s"
                .formatted(name, what, logFile(), String.join(System.lineSeparator(), serverLog.tail(15)));
    }
}
