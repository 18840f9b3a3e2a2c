/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.reindex;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.reindex.run.ReindexLog;
import io.hbasesearch.indexer.reindex.run.ReindexRun;
import io.hbasesearch.indexer.reindex.run.RunState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a MapReduce job on this machine, in a child process that reindexes and records the run in the log, from which it is
 * followed. The child ends with this process, unless this process is killed. For one thread, which owns it.
 */
public final class MapReduceJob implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MapReduceJob.class);
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration STOP = Duration.ofSeconds(60);

    private final ReindexLog log;
    private final String request;
    private final Path directory;
    private final Process process;

    private MapReduceJob(ReindexLog log, String request, Path directory, Process process) {
        this.log = log;
        this.request = request;
        this.directory = directory;
        this.process = process;
    }

    /** @param arguments from {@link MapReduceCommand#arguments} */
    public static MapReduceJob start(MapReduceCommand command, List<String> arguments, ReindexLog log)
            throws IOException {
        log.create();
        String request = UUID.randomUUID().toString();
        Path directory = Files.createTempDirectory("hbase-search-mapreduce");
        Process process = new ProcessBuilder(command.onThisMachine(arguments, request, directory))
                .redirectOutput(output(directory).toFile())
                .redirectError(errors(directory).toFile())
                .start();
        return new MapReduceJob(log, request, directory, process);
    }

    private static Path output(Path directory) {
        return directory.resolve("output");
    }

    private static Path errors(Path directory) {
        return directory.resolve("errors.log");
    }

    /**
     * Returns when the run has ended, whatever its outcome. If the calling thread is interrupted, asks the run to stop; the
     * interrupt flag stays set.
     *
     * @throws HBaseSearchException the failure of the job
     */
    public RunState follow(ReindexRun.ProgressListener progress) throws IOException {
        boolean interrupted = false;
        while (!interrupted && process.isAlive()) {
            interrupted = isInterruptedWhileLooking(progress);
        }
        try {
            stop();
            RunState end = find(Duration.ZERO).orElseThrow(this::failure);
            if (!interrupted && end.state().isHeld()) {
                // Killed, or out of memory: the run could not record its own end.
                throw failure();
            }
            return end;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean isInterruptedWhileLooking(ReindexRun.ProgressListener progress) {
        try {
            find(LOOK)
                    .filter(run -> run.state().isHeld())
                    .ifPresent(run -> progress.progress(run.state(), run.progress()));
        } catch (HBaseSearchException e) {
            LOG.debug("cannot read the progress of the job: {}", e.getMessage());
        }
        try {
            // The job itself decides how long to retry servers that do not answer.
            boolean unused = process.waitFor(LOOK.toMillis(), TimeUnit.MILLISECONDS);
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }

    private Optional<RunState> find(Duration wait) {
        return log.read(wait).run().filter(run -> run.request().equals(request));
    }

    /** Returns the failure that the job printed before it ended without a run, or without the run's end. */
    private HBaseSearchException failure() {
        try {
            List<String> lines = Files.readAllLines(output(directory));
            JsonNode said = new ObjectMapper().readTree(lines.isEmpty() ? "" : lines.get(lines.size() - 1));
            if (said.hasNonNull("code")) {
                return new HBaseSearchException(
                        ErrorCode.valueOf(said.path("code").asText()),
                        said.path("message").asText(),
                        said.path("hint").asText().isEmpty()
                                ? null
                                : said.path("hint").asText(),
                        null);
            }
        } catch (IOException e) {
            // The line is not a failure of the job.
        }
        return new HBaseSearchException(
                ErrorCode.INTERNAL,
                "the MapReduce job ended with exit code " + process.exitValue() + ": " + lastError(),
                "Run the same command again: it continues where the job stopped.",
                null);
    }

    private String lastError() {
        try {
            List<String> lines = Files.readAllLines(errors(directory));
            return lines.stream()
                    .filter(line -> !line.startsWith("\t"))
                    .reduce((one, other) -> other)
                    .orElse("no output");
        } catch (IOException e) {
            return "its output cannot be read: " + e;
        }
    }

    /** Asks the job to stop, if it still runs, and kills it after a timeout. */
    private void stop() {
        process.destroy();
        try {
            if (!process.waitFor(STOP.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        stop();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
