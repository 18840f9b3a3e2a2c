/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.profile;

import io.hbasesearch.benchmarks.profile.Observation.Allocating;
import io.hbasesearch.benchmarks.profile.Observation.Paused;
import io.hbasesearch.benchmarks.profile.Observation.Running;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** Reads what Flight Recorder has written. Stateless. */
public final class Recordings {
    private Recordings() {}

    /** Gives everything that is of interest to {@code observer}, in no order. */
    public static void read(Path recording, Consumer<Observation> observer) throws IOException {
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                observation(file.readEvent()).ifPresent(observer);
            }
        }
    }

    private static Optional<Observation> observation(RecordedEvent event) {
        return switch (event.getEventType().getName()) {
            // Threads in native code are left out: nearly all of them wait there.
            case "jdk.ExecutionSample" ->
                Optional.of(new Running(
                        event.getStartTime(), name(event.getThread("sampledThread")), frames(event.getStackTrace())));
            case "jdk.ObjectAllocationSample" ->
                Optional.of(
                        new Allocating(event.getStartTime(), event.getLong("weight"), frames(event.getStackTrace())));
            case "jdk.GCPhasePause" -> Optional.of(new Paused(event.getStartTime(), event.getDuration()));
            default -> Optional.empty();
        };
    }

    private static String name(RecordedThread thread) {
        if (thread == null) {
            return "unknown";
        }
        String name = thread.getJavaName();
        return name == null ? String.valueOf(thread.getOSName()) : name;
    }

    private static List<String> frames(RecordedStackTrace stack) {
        return stack == null
                ? List.of()
                : stack.getFrames().stream()
                        .filter(RecordedFrame::isJavaFrame)
                        .map(RecordedFrame::getMethod)
                        .map(Recordings::name)
                        .toList();
    }

    private static String name(RecordedMethod method) {
        return method.getType().getName() + "." + method.getName();
    }
}
