/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.profile;

import io.hbasesearch.benchmarks.harness.Finding;
import io.hbasesearch.benchmarks.harness.Run;
import io.hbasesearch.benchmarks.harness.Scenario;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
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
            Map<String, Path> recordings = recorder.stop();
            Map<String, Profile> jvms = new LinkedHashMap<>();
            for (Map.Entry<String, Path> recording : recordings.entrySet()) {
                Profile profile = new Profile(run.measured());
                Recordings.read(recording.getValue(), profile::add);
                jvms.put(recording.getKey(), profile);
            }
            run.tell("recordings are in " + directory);
            return new Profiled(finding, jvms);
        }
    }
}
