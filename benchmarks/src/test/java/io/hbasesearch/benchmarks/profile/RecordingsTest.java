/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.benchmarks.profile.Observation.Allocating;
import io.hbasesearch.benchmarks.profile.Observation.Running;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingsTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    private final List<String> kept = new ArrayList<>();

    @Test
    void samplesOfARunningThreadHaveItsNameItsTimeAndItsStack() throws Exception {
        Instant before = Instant.now();
        Thread busy = new Thread(this::work, "busy-1");
        List<Observation> observations = new ArrayList<>();
        Path file = directory.resolve("own.jfr");
        try (Recording recording = new Recording(Configuration.getConfiguration("profile"))) {
            recording.start();
            busy.start();
            Instant limit = before.plus(LIMIT);
            while (observations.stream().noneMatch(RecordingsTest::isOfBusyThread)
                    && Instant.now().isBefore(limit)) {
                // Until there is enough to be seen.
                busy.join(500);
                observations.clear();
                recording.dump(file);
                Profiled.Recordings.read(file, observations::add);
            }
        } finally {
            busy.interrupt();
            busy.join();
        }
        assertThat(observations).anyMatch(RecordingsTest::isOfBusyThread).anyMatch(Allocating.class::isInstance);
        Instant after = Instant.now();
        assertThat(observations).filteredOn(RecordingsTest::isOfBusyThread).allSatisfy(sample -> assertThat(
                        sample.time())
                .isBetween(before.minusSeconds(1), after.plusSeconds(1)));
    }

    private void work() {
        for (int i = 0; !Thread.currentThread().isInterrupted(); i++) {
            kept.add("text " + i);
            if (kept.size() > 1_000) {
                kept.clear();
            }
        }
    }

    private static boolean isOfBusyThread(Observation observation) {
        return observation instanceof Running running
                && running.thread().equals("busy-1")
                && running.frames().stream().anyMatch(frame -> frame.equals(RecordingsTest.class.getName() + ".work"));
    }
}
