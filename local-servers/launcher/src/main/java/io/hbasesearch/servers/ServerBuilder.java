/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What every server's builder offers. Not thread-safe.
 *
 * @param <B> the builder itself
 */
public abstract class ServerBuilder<B extends ServerBuilder<B>> {
    private final Path dataDirectory;
    private final Map<String, String> settings = new LinkedHashMap<>();
    private ServerDistributions distributions;
    private Duration stopDeadline = Duration.ofSeconds(30);
    private boolean deletesDataOnClose;
    private int heapMegabytes;

    ServerBuilder(Path dataDirectory, int heapMegabytes) {
        this.dataDirectory = Objects.requireNonNull(dataDirectory, "dataDirectory")
                .toAbsolutePath()
                .normalize();
        this.heapMegabytes = heapMegabytes;
    }

    /** Where the server's files are; by default {@link ServerDistributions#fromSystemProperty()}. */
    public final B distributions(ServerDistributions value) {
        distributions = Objects.requireNonNull(value, "distributions");
        return self();
    }

    /** Maximum heap of the server's JVM in MiB. */
    public final B heapMegabytes(int value) {
        if (value < 64) {
            throw new IllegalArgumentException("A server needs a heap of at least 64 MiB: " + value);
        }
        heapMegabytes = value;
        return self();
    }

    /** How long a stop may take before the process is killed; 30 s by default. */
    public final B stopDeadline(Duration value) {
        stopDeadline = Objects.requireNonNull(value, "stopDeadline");
        return self();
    }

    /** Deletes the data directory when the server is closed: for tests. Off by default. */
    public final B deleteDataOnClose() {
        deletesDataOnClose = true;
        return self();
    }

    /** Adds a line to the server's own configuration; it wins over what this module sets. */
    public final B setting(String key, String value) {
        settings.put(Objects.requireNonNull(key, "key"), Objects.requireNonNull(value, "value"));
        return self();
    }

    abstract B self();

    final Path dataDirectory() {
        return dataDirectory;
    }

    final Map<String, String> settings() {
        return Map.copyOf(settings);
    }

    final ServerDistributions distributions() {
        return distributions == null ? ServerDistributions.fromSystemProperty() : distributions;
    }

    final Duration stopDeadline() {
        return stopDeadline;
    }

    final boolean deletesDataOnClose() {
        return deletesDataOnClose;
    }

    final int heapMegabytes() {
        return heapMegabytes;
    }

    /** The given port, or a free one when it is 0. */
    static int portOrFree(int port) {
        return port == 0 ? Ports.free() : port;
    }
}
