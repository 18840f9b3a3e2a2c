/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.profile;

import io.hbasesearch.benchmarks.harness.Finding;
import io.hbasesearch.benchmarks.harness.Jcmd;
import io.hbasesearch.benchmarks.harness.Run;
import io.hbasesearch.benchmarks.harness.Scenario;
import io.hbasesearch.benchmarks.profile.Observation.Allocating;
import io.hbasesearch.benchmarks.profile.Observation.Paused;
import io.hbasesearch.benchmarks.profile.Observation.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * A measurement with Flight Recorder on. Immutable.
 *
 * @param jvms what each of them did, by whose it is
 */
public record Profiled(Finding finding, Map<String, Profile> jvms) {
    /** @param directory which the recordings are left in, for JDK Mission Control */
    public static Profiled measure(Scenario scenario, Run run, Path directory) throws Exception {
        Files.createDirectories(directory);
        try (FlightRecorder recorder =
                FlightRecorder.start(directory, scenario.name(), run.servers().hbasePid())) {
            Finding finding = scenario.measurement().measure(run);
            Map<String, List<Path>> recordings = new LinkedHashMap<>();
            recorder.stop().forEach((jvm, recording) -> recordings.put(jvm, List.of(recording)));
            recordings.putAll(moved(run.recordings(), directory, scenario.name()));
            Map<String, Profile> jvms = new LinkedHashMap<>();
            for (Map.Entry<String, List<Path>> jvm : recordings.entrySet()) {
                Profile profile = new Profile(run.measured());
                for (Path recording : jvm.getValue()) {
                    Recordings.read(recording, profile::add);
                }
                jvms.put(jvm.getKey(), profile);
            }
            run.tell("recordings are in " + directory);
            return new Profiled(finding, jvms);
        }
    }

    /** Out of the run's directory, which is deleted. */
    private static Map<String, List<Path>> moved(Map<String, List<Path>> recordings, Path directory, String name)
            throws IOException {
        Map<String, List<Path>> moved = new LinkedHashMap<>();
        for (Map.Entry<String, List<Path>> jvm : recordings.entrySet()) {
            List<Path> files = new ArrayList<>();
            for (Path recording : jvm.getValue()) {
                if (Files.exists(recording)) {
                    Path target = directory.resolve(name + "-" + recording.getFileName());
                    files.add(Files.move(recording, target, StandardCopyOption.REPLACE_EXISTING));
                }
            }
            moved.put("the process of " + jvm.getKey(), files);
        }
        return moved;
    }

    /**
     * Records this JVM, in which everything of ours runs but the endpoint and the processes that a scenario starts, and HBase's,
     * which has the endpoint, from the beginning of a measurement to its end. Kafka and Elasticsearch do the same for each way: the
     * processor's seconds tell of them. For one thread.
     */
    private static final class FlightRecorder implements AutoCloseable {
        private static final String SETTINGS = "profile";
        private static final String NAME = "hbase-search";

        private final Path directory;
        private final String name;
        private final long hbase;
        private final Recording here;

        private FlightRecorder(Path directory, String name, long hbase, Recording here) {
            this.directory = directory;
            this.name = name;
            this.hbase = hbase;
            this.here = here;
        }

        /**
         * @param directory which the recordings are left in
         * @param name that their files begin with
         * @param hbase the process of HBase
         */
        static FlightRecorder start(Path directory, String name, long hbase)
                throws IOException, ParseException, InterruptedException {
            Recording here = new Recording(Configuration.getConfiguration(SETTINGS));
            try {
                Jcmd.run(hbase, "JFR.start", "name=" + NAME, "settings=" + SETTINGS);
                here.start();
                return new FlightRecorder(directory, name, hbase, here);
            } catch (IOException | InterruptedException | RuntimeException e) {
                here.close();
                throw e;
            }
        }

        /** Ends both. @return the recordings by whose they are */
        Map<String, Path> stop() throws IOException, InterruptedException {
            Map<String, Path> recordings = new LinkedHashMap<>();
            Path measuring = directory.resolve(name + ".jfr");
            here.stop();
            here.dump(measuring);
            recordings.put("the measuring JVM", measuring);
            Path server = directory.resolve(name + "-hbase.jfr");
            Jcmd.run(hbase, "JFR.stop", "name=" + NAME, "filename=" + server);
            recordings.put("HBase's JVM", server);
            return recordings;
        }

        @Override
        public void close() {
            here.close();
        }
    }

    /** Reads what Flight Recorder has written. Stateless. */
    static final class Recordings {
        private Recordings() {}

        /** Gives everything that is of interest to {@code observer}, in no order. */
        static void read(Path recording, Consumer<Observation> observer) throws IOException {
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
                            event.getStartTime(),
                            name(event.getThread("sampledThread")),
                            frames(event.getStackTrace())));
                case "jdk.ObjectAllocationSample" ->
                    Optional.of(new Allocating(
                            event.getStartTime(), event.getLong("weight"), frames(event.getStackTrace())));
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
}
