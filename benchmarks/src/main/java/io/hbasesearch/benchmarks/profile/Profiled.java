/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.profile;

import io.hbasesearch.benchmarks.harness.Finding;
import io.hbasesearch.benchmarks.harness.Run;
import io.hbasesearch.benchmarks.harness.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
}
