/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import io.hbasesearch.faults.box.ClusterInABox;
import io.hbasesearch.servers.HBaseNode;
import io.hbasesearch.servers.LocalServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Servers that gave up: no fault makes one do that, so somebody inside it did. Stateless. */
final class Aborts {
    private Aborts() {}

    /** What RegionServers wrote before they aborted, and servers that do not run although every fault is over. */
    static List<String> found(ClusterInABox box) {
        Stream<String> aborted =
                box.hbase().regionServers().stream().flatMap(server -> aborts(server, box.expectedAborts()));
        Stream<String> gone = box.servers()
                .filter(server -> !server.isRunning())
                .map(server -> server.name() + " does not run: see " + server.logFile());
        return Stream.concat(aborted, gone).toList();
    }

    /** @param expected names of servers that a fault kept until they were taken for dead */
    private static Stream<String> aborts(HBaseNode server, Set<String> expected) {
        return logs(server)
                .flatMap(Aborts::lines)
                .filter(line -> line.contains("ABORTING region server"))
                .filter(line -> expected.stream().noneMatch(line::contains))
                .map(line -> server.name() + " aborted: " + line);
    }

    /** Of this start and of the one before. */
    private static Stream<Path> logs(LocalServer server) {
        Path log = server.logFile();
        return Stream.of(log, log.resolveSibling(log.getFileName() + ".1")).filter(Files::exists);
    }

    private static Stream<String> lines(Path log) {
        try {
            return Files.readAllLines(log, StandardCharsets.ISO_8859_1).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
