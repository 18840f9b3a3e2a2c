/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import java.io.IOException;
import java.io.RandomAccessFile;
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

    /** Changes the last byte of each partition's newest batch, as a bad disk does; the broker does not notice. */
    static void damageEvents(String topic) throws Exception {
        try (Stream<Path> files = Files.walk(TestServers.kafka().dataDirectory().resolve("data"), 2)) {
            for (Path file : files.filter(path -> path.getFileName().toString().endsWith(".log"))
                    .filter(path -> path.getParent().getFileName().toString().startsWith(topic + "-"))
                    .toList()) {
                damage(file);
            }
        }
    }

    private static void damage(Path file) throws IOException {
        try (RandomAccessFile segment = new RandomAccessFile(file.toFile(), "rw")) {
            segment.seek(segment.length() - 1);
            int last = segment.read();
            segment.seek(segment.length() - 1);
            segment.write(last ^ 0xff);
        }
    }

    private static boolean isSegment(Path path) {
        String name = path.getFileName().toString();
        return name.endsWith(".log") || name.endsWith("index") || name.endsWith(".snapshot");
    }
}
