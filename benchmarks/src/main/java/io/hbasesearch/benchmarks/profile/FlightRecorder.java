/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.profile;

import io.hbasesearch.benchmarks.harness.Jcmd;
import java.io.IOException;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/**
 * Records this JVM, in which everything of ours runs but the endpoint and the processes that a scenario starts, and HBase's,
 * which has the endpoint, from the beginning of a measurement to its end. Kafka and Elasticsearch do the same for each way: the
 * processor's seconds tell of them. For one thread.
 */
public final class FlightRecorder implements AutoCloseable {
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
    public static FlightRecorder start(Path directory, String name, long hbase)
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
    public Map<String, Path> stop() throws IOException, InterruptedException {
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
