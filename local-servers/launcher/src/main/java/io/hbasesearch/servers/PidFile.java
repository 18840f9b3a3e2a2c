/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Properties;

/**
 * The note in a data directory that says which process runs on it and which process started that. Start times stand beside
 * the process ids, because a process id is given again to others. Immutable.
 *
 * @param server name of the server
 * @param process the server's process
 * @param owner the process that started it
 */
record PidFile(String server, Identity process, Identity owner) {
    private static final String NAME = "server.pid";

    /** A process, told apart from a later one with the same id. */
    record Identity(long pid, Instant started) {
        // The system counts start times in ticks since a boot time that follows the clock's corrections.
        private static final Duration TOLERANCE = Duration.ofSeconds(2);

        static Identity of(ProcessHandle handle) {
            return new Identity(handle.pid(), handle.info().startInstant().orElse(Instant.EPOCH));
        }

        /** The process, if it is still the same one and lives. */
        Optional<ProcessHandle> find() {
            return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).filter(this::isSame);
        }

        private boolean isSame(ProcessHandle handle) {
            Instant actual = handle.info().startInstant().orElse(Instant.EPOCH);
            return Duration.between(started, actual).abs().compareTo(TOLERANCE) <= 0;
        }
    }

    static Optional<PidFile> read(Path dataDirectory) throws IOException {
        Path file = dataDirectory.resolve(NAME);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        try {
            return Optional.of(new PidFile(
                    properties.getProperty("server", "server"),
                    identity(properties, "pid", "started"),
                    identity(properties, "owner.pid", "owner.started")));
        } catch (NumberFormatException e) {
            // Cut short by a crash while it was written: whoever wrote it is not known.
            return Optional.empty();
        }
    }

    void write(Path dataDirectory) throws IOException {
        Properties properties = new Properties();
        properties.setProperty("server", server);
        properties.setProperty("pid", Long.toString(process.pid()));
        properties.setProperty("started", Long.toString(process.started().toEpochMilli()));
        properties.setProperty("owner.pid", Long.toString(owner.pid()));
        properties.setProperty("owner.started", Long.toString(owner.started().toEpochMilli()));
        try (Writer writer = Files.newBufferedWriter(dataDirectory.resolve(NAME))) {
            properties.store(writer, null);
        }
    }

    static void remove(Path dataDirectory) throws IOException {
        Files.deleteIfExists(dataDirectory.resolve(NAME));
    }

    private static Identity identity(Properties properties, String pid, String started) {
        return new Identity(
                Long.parseLong(properties.getProperty(pid, "")),
                Instant.ofEpochMilli(Long.parseLong(properties.getProperty(started, ""))));
    }
}
