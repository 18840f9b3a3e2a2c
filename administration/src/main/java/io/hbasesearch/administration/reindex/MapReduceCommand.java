/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.reindex;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.Selection;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Builds the command lines that reindex an index as a MapReduce job: on this machine, or on a cluster. The job has its own JVM,
 * because its Hadoop is not that of our HBase client. Immutable.
 */
public final class MapReduceCommand {
    /** Directory of the job's jar, if it is not next to this program's jar. */
    public static final String DIRECTORY_PROPERTY = "hbasesearch.mapreduce";

    private static final String MAIN = "io.hbasesearch.mapreduce.ReindexTool";
    private static final String EXTENSIONS = "HBASE_SEARCH_CLASSPATH";
    private static final String JAR_SUFFIX = "-job.jar";
    private static final String CLASSPATH = "launcher/hadoop.classpath";

    private final Path directory;
    private final Path jar;

    private MapReduceCommand(Path directory, Path jar) {
        this.directory = directory;
        this.jar = jar;
    }

    /** @throws HBaseSearchException NOT_FOUND if the job's jar is missing */
    public static MapReduceCommand find() {
        return find(Optional.ofNullable(System.getProperty(DIRECTORY_PROPERTY)).map(Path::of));
    }

    /** @param named the directory in a release; empty in a clone */
    static MapReduceCommand find(Optional<Path> named) {
        Path directory = named.orElseGet(MapReduceCommand::beside);
        return jar(directory)
                .map(jar -> new MapReduceCommand(directory, jar))
                .orElseThrow(() -> new HBaseSearchException(
                        ErrorCode.NOT_FOUND,
                        "the MapReduce job's jar is not in " + directory,
                        named.isPresent()
                                ? "The release archive contains it, images do not: run bin/hbase-search reindex ..."
                                        + " --engine mapreduce from the unpacked archive."
                                : "Start the command with the clone's launcher, which builds it: ./hbase-search reindex"
                                        + " ... --engine mapreduce",
                        null));
    }

    private static Path beside() {
        CodeSource source = Objects.requireNonNull(
                MapReduceCommand.class.getProtectionDomain().getCodeSource(), "no code source");
        try {
            @Nullable Path parent = Path.of(source.getLocation().toURI()).getParent();
            return Objects.requireNonNullElse(parent, Path.of(""));
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Optional<Path> jar(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(JAR_SUFFIX)).findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the arguments at the end of both command lines.
     *
     * @param threads concurrent map tasks; 0 for no limit of its own
     */
    public static List<String> arguments(
            Path config, String index, boolean snapshot, Selection selection, Limits limits, int threads) {
        List<String> arguments =
                new ArrayList<>(List.of("--config", config.toAbsolutePath().toString()));
        if (snapshot) {
            arguments.add("--snapshot");
        }
        add(arguments, "--from", key(selection.range().start()));
        add(arguments, "--to", key(selection.range().stop()));
        selection.since().ifPresent(millis -> add(arguments, "--since", Long.toString(millis)));
        selection.until().ifPresent(millis -> add(arguments, "--until", Long.toString(millis)));
        add(arguments, "--where", String.join(",", selection.where()));
        add(arguments, "--threads", threads == 0 ? "" : Integer.toString(threads));
        add(arguments, "--rows-per-second", rate(limits.rowsPerSecond()));
        add(arguments, "--bytes-per-second", rate(limits.bytesPerSecond()));
        if (limits.maxLag() != Limits.STANDARD_MAX_LAG) {
            add(arguments, "--max-lag", Long.toString(limits.maxLag()));
        }
        arguments.add(index);
        return List.copyOf(arguments);
    }

    private static void add(List<String> arguments, String option, String value) {
        if (!value.isEmpty()) {
            arguments.addAll(List.of(option, value));
        }
    }

    private static String key(ByteArray key) {
        return key.isEmpty() ? "" : new RowKey(key).printable();
    }

    private static String rate(double rate) {
        return rate == 0 ? "" : Double.toString(rate);
    }

    /** Returns the command line for the client of a real cluster. */
    public List<String> onCluster(List<String> arguments) {
        List<String> command = new ArrayList<>(List.of("yarn", "jar", jar.toString()));
        command.addAll(arguments);
        return List.copyOf(command);
    }

    /** Returns the class path of Hadoop's client, which a distribution does not contain: a cluster has its own. */
    private String hadoop() throws IOException {
        Path file = directory.resolve(CLASSPATH);
        if (!Files.exists(file)) {
            throw new HBaseSearchException(
                    ErrorCode.NOT_FOUND,
                    "Hadoop's client, which a local job requires, is not in " + directory,
                    "Run the job on a cluster, with the command that --print-command prints; or omit --engine.",
                    null);
        }
        return Files.readString(file).strip();
    }

    /** Returns the jars of codecs and functions that definitions name, as the launcher does. */
    private static String extensions() {
        return Objects.requireNonNullElse(System.getenv(EXTENSIONS), "");
    }

    /**
     * Returns the command line for this machine, with Hadoop's local runner.
     *
     * @param request the id that identifies the run in the log
     */
    List<String> onThisMachine(List<String> arguments, String request, Path temporary) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String opened : List.of("java.nio", "java.lang", "sun.nio.ch", "java.util", "java.util.concurrent")) {
            command.add("--add-opens=java.base/" + opened + "=ALL-UNNAMED");
        }
        command.addAll(List.of(
                "-XX:+ExitOnOutOfMemoryError",
                "-Dfile.encoding=UTF-8",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                Stream.of(jar.toString(), hadoop(), extensions())
                        .filter(entries -> !entries.isEmpty())
                        .collect(Collectors.joining(File.pathSeparator)),
                MAIN,
                "-D",
                "hadoop.tmp.dir=" + temporary,
                "--request",
                request));
        command.addAll(arguments);
        return List.copyOf(command);
    }
}
