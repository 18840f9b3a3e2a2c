/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import io.hbasesearch.benchmarks.harness.Rounds.Way;
import io.hbasesearch.servers.DataDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** One run of a scenario, with servers and a directory of its own, which end with it. For one thread. */
public final class Run implements AutoCloseable {
    private final Options options;
    private final Path directory;
    private final BenchmarkServers servers;

    private Run(Options options, Path directory, BenchmarkServers servers) {
        this.options = options;
        this.directory = directory;
        this.servers = servers;
    }

    public static Run start(Options options) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("hbase-search-measurement");
        try {
            return new Run(options, directory, BenchmarkServers.start());
        } catch (IOException | InterruptedException | RuntimeException e) {
            DataDirectories.delete(directory);
            throw e;
        }
    }

    public Options options() {
        return options;
    }

    public BenchmarkServers servers() {
        return servers;
    }

    /** For what the measurement itself keeps on disk. */
    public Path directory() {
        return directory;
    }

    /** On the error stream: what is printed on the other one is the result. */
    public void tell(String line) {
        System.err.println(line);
    }

    /** As many as the options say. */
    public Rounds rounds(Way... ways) throws Exception {
        return Rounds.run(options.size().warmUps(), options.rounds(), List.of(ways), this::tell);
    }

    @Override
    public void close() throws IOException {
        try {
            servers.close();
        } finally {
            DataDirectories.delete(directory);
        }
    }
}
