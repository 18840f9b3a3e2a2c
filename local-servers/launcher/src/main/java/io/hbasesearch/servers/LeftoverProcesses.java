/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds and stops servers whose owner died without stopping them. Stateless. */
public final class LeftoverProcesses {
    private static final Logger log = LoggerFactory.getLogger(LeftoverProcesses.class);

    private LeftoverProcesses() {}

    /**
     * A server that runs on a data directory.
     *
     * @param server its name
     * @param pid its process id
     * @param ownerPid the process that started it
     * @param ownerAlive whether that process lives: then the server is in use and no leftover
     */
    public record RunningServer(String server, long pid, long ownerPid, boolean ownerAlive) {}

    /** The server that runs on a data directory, if any. */
    public static Optional<RunningServer> find(Path dataDirectory) throws IOException {
        return PidFile.read(dataDirectory)
                .filter(file -> file.process().find().isPresent())
                .map(file -> new RunningServer(
                        file.server(),
                        file.process().pid(),
                        file.owner().pid(),
                        file.owner().find().isPresent()));
    }

    /**
     * Makes a data directory free: stops the leftover on it, by force after the deadline. Does nothing when nothing runs.
     *
     * @throws ServerStartException when the server on it has a living owner
     */
    public static void reclaim(Path dataDirectory, Duration deadline) throws IOException {
        Optional<RunningServer> found = find(dataDirectory);
        if (found.isPresent()) {
            RunningServer running = found.get();
            if (running.ownerAlive()) {
                throw new ServerStartException(
                        "%s is in use by %s (pid %d), which process %d started: stop that process first."
                                .formatted(dataDirectory, running.server(), running.pid(), running.ownerPid()));
            }
            log.warn(
                    "Stopping {} (pid {}), left over by process {}",
                    running.server(),
                    running.pid(),
                    running.ownerPid());
            ProcessHandle.of(running.pid()).ifPresent(process -> Signals.stop(process, deadline));
        }
        PidFile.remove(dataDirectory);
    }
}
