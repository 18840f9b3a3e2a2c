/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Runs a YARN cluster of one node in one process; containers are separate processes. Its jars exist only with -Pfaults. */
public final class YarnServer extends LocalServer {
    private static final String MAIN = "io.hbasesearch.servers.yarn.MiniYarn";
    private static final List<String> JVM_FLAGS = List.of(
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "-Djava.net.preferIPv4Stack=true");

    private final ServerDistributions distributions;
    private final Path classes;
    private final int heapMegabytes;

    private YarnServer(Builder builder) {
        super("yarn", builder);
        distributions = builder.distributions();
        classes = builder.classes;
        heapMegabytes = builder.heapMegabytes();
    }

    /**
     * Creates a builder for a cluster whose files are below the given directory.
     *
     * @param classes the classes of the module {@code local-servers/yarn}
     */
    public static Builder builder(Path dataDirectory, Path classes) {
        return new Builder(dataDirectory, classes);
    }

    /**
     * Returns the start of a client's classpath, as {@code yarn jar} makes it: the configuration, which exists once the cluster is ready,
     * and Hadoop.
     */
    public List<Path> clientClasspath() {
        List<Path> classpath = new ArrayList<>(List.of(dataDirectory().resolve("conf")));
        classpath.addAll(distributions.classpath("yarn"));
        return List.copyOf(classpath);
    }

    /** Returns no ports: the cluster chooses free ones itself. */
    @Override
    Map<String, Integer> ports() {
        return Map.of();
    }

    @Override
    ProcessBuilder prepare() throws IOException {
        List<Path> classpath = new ArrayList<>(List.of(classes));
        classpath.addAll(distributions.classpath("yarn"));
        ProcessBuilder command = JavaCommand.run(
                classpath,
                heapMegabytes,
                JVM_FLAGS,
                List.of(MAIN, dataDirectory().toString()));
        command.directory(dataDirectory().toFile());
        // The cluster starts containers with it.
        command.environment().put("JAVA_HOME", JavaCommand.home().toString());
        return command;
    }

    @Override
    boolean isReady(ServerLog output) {
        return output.contains("The cluster is ready");
    }

    /** Builds a {@link YarnServer}. Not thread-safe. */
    public static final class Builder extends ServerBuilder<Builder> {
        private final Path classes;

        private Builder(Path dataDirectory, Path classes) {
            super(dataDirectory, 512);
            this.classes = Objects.requireNonNull(classes, "classes");
        }

        public YarnServer build() {
            return new YarnServer(this);
        }

        @Override
        Builder self() {
            return this;
        }
    }
}
