/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.servers.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds everything that would make a start fail, before anything is started. Stateless apart from its arguments. */
final class Preflight {
    private static final long MEBIBYTE = 1L << 20;
    private static final int OLDEST_JAVA = 17;

    private final QuickstartSettings settings;
    private final Machine machine;

    /** The resources of the machine. */
    interface Machine {
        int javaVersion();

        boolean isFree(int port);

        /** Empty if the system does not report it. */
        Optional<Long> availableMemoryBytes();

        long usableDiskBytes(Path directory) throws IOException;

        boolean isRoot();
    }

    Preflight(QuickstartSettings settings, Machine machine) {
        this.settings = settings;
        this.machine = machine;
    }

    static Preflight of(QuickstartSettings settings) {
        return new Preflight(settings, new ThisMachine());
    }

    /** @throws HBaseSearchException CONFIGURATION_INVALID with every problem and its fix */
    void require() {
        List<PreflightFailure> obstacles = obstacles();
        if (!obstacles.isEmpty()) {
            throw new HBaseSearchException(
                    ErrorCode.CONFIGURATION_INVALID,
                    "nothing was started, because of "
                            + (obstacles.size() == 1 ? "a problem" : obstacles.size() + " problems")
                            + obstacles.stream()
                                    .map(obstacle -> "\n  - " + obstacle)
                                    .collect(Collectors.joining()),
                    "Fix this and run the command again.",
                    null);
        }
    }

    List<PreflightFailure> obstacles() {
        List<PreflightFailure> obstacles = new ArrayList<>();
        java(obstacles);
        ports(obstacles);
        memory(obstacles);
        directory(obstacles);
        otherIndex(obstacles);
        elasticsearchUser(obstacles);
        return obstacles;
    }

    private void java(List<PreflightFailure> obstacles) {
        if (machine.javaVersion() < OLDEST_JAVA) {
            obstacles.add(new PreflightFailure(
                    "Java " + machine.javaVersion() + " is too old",
                    "Set JAVA_HOME to a JDK of version " + OLDEST_JAVA + " or later."));
        }
    }

    private void ports(List<PreflightFailure> obstacles) {
        settings.ports().of(settings.index()).forEach((use, port) -> {
            if (!machine.isFree(port)) {
                obstacles.add(new PreflightFailure(
                        "port " + port + " (" + use + ") is in use",
                        "Stop the process that listens there, or choose five free ports in a row with --port N."));
            }
        });
    }

    private void memory(List<PreflightFailure> obstacles) {
        long needed = settings.memoryMegabytes();
        machine.availableMemoryBytes()
                .map(bytes -> bytes / MEBIBYTE)
                .filter(available -> available < needed)
                .ifPresent(available -> obstacles.add(new PreflightFailure(
                        available + " MB of memory are available, " + needed + " MB are needed",
                        "Close something large, or use a larger machine.")));
    }

    private void directory(List<PreflightFailure> obstacles) {
        Path root = settings.layout().root();
        Path existing = root;
        while (!Files.exists(existing)) {
            existing = existing.getParent();
        }
        if (!Files.isDirectory(existing) || !Files.isWritable(existing)) {
            obstacles.add(new PreflightFailure(
                    "the data directory " + root + " cannot be written", "Choose another with --data DIR."));
            return;
        }
        List<Path> foreign = settings.layout().foreign();
        if (!foreign.isEmpty()) {
            obstacles.add(new PreflightFailure(
                    foreign + " do not belong to a quickstart, which would use and remove them",
                    "Choose a new or an empty directory with --data DIR."));
        }
        try {
            long usable = machine.usableDiskBytes(existing) / MEBIBYTE;
            if (usable < settings.diskMegabytes()) {
                obstacles.add(new PreflightFailure(
                        usable + " MB of disk are free at " + root + ", " + settings.diskMegabytes() + " MB are needed",
                        "Free disk space, or choose another directory with --data DIR."));
            }
        } catch (IOException e) {
            obstacles.add(new PreflightFailure(
                    "the disk of " + root + " cannot be examined: " + e, "Choose another directory with --data DIR."));
        }
    }

    /** Rejects another backend: the rows are in HBase already and would never reach an index that is created only now. */
    private void otherIndex(List<PreflightFailure> obstacles) {
        QuickstartState.load(settings.layout())
                .index()
                .filter(index -> index != settings.index())
                .ifPresent(index -> obstacles.add(new PreflightFailure(
                        settings.layout().root() + " holds a quickstart with --index " + index,
                        "Start it with --index " + index + ", remove it with '"
                                + new QuickstartCommands(settings).clean()
                                + "', or choose"
                                + " another directory with --data DIR.")));
    }

    private void elasticsearchUser(List<PreflightFailure> obstacles) {
        if (settings.index() == IndexKind.ELASTICSEARCH && machine.isRoot() && !hasSetpriv()) {
            obstacles.add(new PreflightFailure(
                    "Elasticsearch does not run as root, and setpriv, which starts it as another user, is not installed",
                    "Run the quickstart as an ordinary user, or install util-linux."));
        }
    }

    private static boolean hasSetpriv() {
        return Stream.of("/usr/bin/setpriv", "/bin/setpriv").map(Path::of).anyMatch(Files::isExecutable);
    }

    /** The machine that this program runs on. */
    private static final class ThisMachine implements Machine {
        @Override
        public int javaVersion() {
            return Runtime.version().feature();
        }

        @Override
        public boolean isFree(int port) {
            return Ports.isFree(port);
        }

        @Override
        public Optional<Long> availableMemoryBytes() {
            try (Stream<String> lines = Files.lines(Path.of("/proc/meminfo"))) {
                return lines.filter(line -> line.startsWith("MemAvailable:"))
                        .map(line -> Long.parseLong(line.replaceAll("\\D+", "")) << 10)
                        .findFirst();
            } catch (IOException e) {
                return Optional.empty();
            }
        }

        @Override
        public long usableDiskBytes(Path directory) throws IOException {
            return Files.getFileStore(directory).getUsableSpace();
        }

        @Override
        public boolean isRoot() {
            return "root".equals(System.getProperty("user.name"));
        }
    }
}
