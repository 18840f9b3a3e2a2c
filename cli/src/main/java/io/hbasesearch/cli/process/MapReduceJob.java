/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.process;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.reindex.ReindexLog;
import io.hbasesearch.indexer.reindex.ReindexRun;
import io.hbasesearch.indexer.reindex.RunState;
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
 * A MapReduce job on this machine: a child process that reindexes and keeps the run in the log, where it is followed. It ends with
 * this process, unless that is killed. For one thread, which owns it.
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

    /** @param arguments as {@link MapReduceCommand#arguments} has them */
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
     * Returns when the run has ended, whatever its end. Where the calling thread is interrupted, the run is asked to stop; the interrupt
     * stays set.
     *
     * @throws HBaseSearchException as the job has it
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
                // Killed, or out of memory: nobody is left to say so.
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
            LOG.debug("how far the job is cannot be told: {}", e.getMessage());
        }
        try {
            // The job bears with servers that do not answer as long as it sees fit.
            boolean unused = process.waitFor(LOOK.toMillis(), TimeUnit.MILLISECONDS);
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }

    private Optional<RunState> find(Duration wait) {
        return log.read(wait).run().filter(run -> run.request().equals(request));
    }

    /** What it said before it ended without having begun, or without an end. */
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
            // Whatever it is, it is not its last word.
        }
        return new HBaseSearchException(
                ErrorCode.INTERNAL,
                "the MapReduce job ended with exit code " + process.exitValue() + ": " + lastError(),
                "Run the same command again: it goes on where the job was.",
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

    /** Asks it to end its work, if it has not; kills it when it takes too long. */
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
