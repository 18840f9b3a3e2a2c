/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import io.hbasesearch.benchmarks.harness.Rounds.Way;
import io.hbasesearch.servers.DataDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** One run of a scenario, with servers and a directory of its own, which end with it. For one thread. */
public final class Run implements AutoCloseable {
    private static final int SETTLE_SECONDS = 3;
    private static final int SYNC_SECONDS = 60;
    /** More than any way writes in the seconds until free memory is handed back. */
    private static final long TOUCHED_BYTES = 2L << 30;

    private final Options options;
    private final Path directory;
    private final BenchmarkServers servers;
    private final int cores;
    private final List<Measured> measured = new ArrayList<>();
    private final Map<String, List<Path>> recordings = new LinkedHashMap<>();
    private double others;

    private Run(Options options, Path directory, BenchmarkServers servers, int cores) {
        this.options = options;
        this.directory = directory;
        this.servers = servers;
        this.cores = cores;
    }

    /** With servers that have the cores to themselves that the options give them, before anything is done with them. */
    public static Run start(Options options) throws IOException, InterruptedException {
        // Java counts those only that it may run on, which are fewer once some are left to servers.
        int cores = Runtime.getRuntime().availableProcessors();
        Path directory = Files.createTempDirectory("hbase-search-measurement");
        try {
            return new Run(options, directory, servers(options), cores);
        } catch (IOException | InterruptedException | RuntimeException e) {
            DataDirectories.delete(directory);
            throw e;
        }
    }

    private static BenchmarkServers servers(Options options) throws IOException, InterruptedException {
        BenchmarkServers servers = BenchmarkServers.start();
        try {
            if (!options.alone().isEmpty()) {
                servers.separate(options.alone());
            }
            return servers;
        } catch (IOException | InterruptedException | RuntimeException e) {
            servers.close();
            throw e;
        }
    }

    public Options options() {
        return options;
    }

    public BenchmarkServers servers() {
        return servers;
    }

    /** For what the measurement itself keeps on disk. */
    public Path directory() {
        return directory;
    }

    /** On the error stream: what is printed on the other one is the result. */
    public void tell(String line) {
        System.err.println(line);
    }

    /** As many as the options say. Each way begins with a clean heap and, unless the run is a quick one, with silence. */
    public Rounds rounds(Way... ways) throws Exception {
        List<Way> prepared = Stream.of(ways)
                .map(way -> new Way(way.name(), round -> {
                    settle();
                    long began = System.nanoTime();
                    Sample sample = way.work().measure(round);
                    return sample.clock().isPresent() ? sample : sample.during(Span.ofNanos(began, System.nanoTime()));
                }))
                .toList();
        Optional<MachineTime> before = MachineTime.now();
        long began = System.nanoTime();
        Rounds rounds = Rounds.run(options.size().warmUps(), options.rounds(), prepared, this::tell, measured::add);
        double seconds = (System.nanoTime() - began) / 1e9;
        others = before.flatMap(then -> MachineTime.now().map(now -> now.othersSince(then, seconds, cores)))
                .orElse(0.0);
        return rounds;
    }

    /** Which part of the processors others had during the rounds, from 0 to 1; 0 where that is not known. */
    public double others() {
        return others;
    }

    /** So that no way inherits garbage, merges, requests, unwritten pages or free memory of the one before. */
    public void settle() throws InterruptedException {
        System.gc();
        if (!options.quick()) {
            writeOut();
            TimeUnit.SECONDS.sleep(SETTLE_SECONDS);
            touchMemory();
        }
    }

    /** So that the next seconds find memory that the host does not have to give again. Not in a quick run. */
    public void touchMemory() {
        if (options.quick()) {
            return;
        }
        try {
            FreeMemory.touch(directory, TOUCHED_BYTES);
        } catch (IOException e) {
            tell("free memory was not touched: " + e.getMessage());
        }
    }

    /** What the system has in memory and not on disk yet, where there is such a command. */
    private static void writeOut() throws InterruptedException {
        try {
            new ProcessBuilder("sync").start().waitFor(SYNC_SECONDS, TimeUnit.SECONDS);
        } catch (IOException e) {
            // There is none.
        }
    }

    /**
     * Flags for a JVM that a way starts, so that Flight Recorder is on in it as well; none unless the run is to be profiled.
     *
     * @param jvm whose it is
     */
    public List<String> recorderFlags(String jvm) {
        if (!options.profile()) {
            return List.of();
        }
        List<Path> files = recordings.computeIfAbsent(jvm, first -> new ArrayList<>());
        Path file = directory.resolve(jvm + "-" + files.size() + ".jfr");
        files.add(file);
        return List.of("-XX:StartFlightRecording=settings=profile,dumponexit=true,filename=" + file);
    }

    /** What JVMs with those flags write as they end, by whose it is. One that ran out of memory has written none. */
    public Map<String, List<Path>> recordings() {
        return recordings;
    }

    /** When what was measured until now. */
    public List<Measured> measured() {
        return List.copyOf(measured);
    }

    @Override
    public void close() throws IOException {
        try {
            servers.close();
        } finally {
            DataDirectories.delete(directory);
        }
    }
}
