/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** Takes events from a topic that were acknowledged. */
final class TornLog {
    private TornLog() {}

    /** All of them, as a disk does that was not synced, or a replica that was behind and is made the leader. Restarts the broker. */
    static void loseEvents(String topic) throws Exception {
        TestServers.kafka().stop();
        try (Stream<Path> files = Files.walk(TestServers.kafka().dataDirectory().resolve("data"), 2)) {
            for (Path file : files.filter(TornLog::isSegment)
                    .filter(path -> path.getParent().getFileName().toString().startsWith(topic + "-"))
                    .toList()) {
                Files.delete(file);
            }
        }
        TestServers.kafka().start();
        TestServers.kafka().awaitReady(Duration.ofSeconds(90));
    }

    private static boolean isSegment(Path path) {
        String name = path.getFileName().toString();
        return name.endsWith(".log") || name.endsWith("index") || name.endsWith(".snapshot");
    }
}
