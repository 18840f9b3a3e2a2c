/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.Selection;
import io.hbasesearch.indexer.reindex.scan.RowSources;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of the driver, as {@code hbase-search reindex --engine mapreduce --print-command} writes them. For one thread. */
@Command(
        name = "yarn jar hbase-search-mapreduce-VERSION-job.jar",
        description = "Fill an index from its table, or refresh it, as a MapReduce job. Put -D and other Hadoop options"
                + " first.")
final class ReindexOptions {
    private static final int MOST_LOCAL_TASKS = 4;

    @Parameters(paramLabel = "INDEX", description = "Name of an index.")
    private String index = "";

    @Option(
            names = "--config",
            required = true,
            paramLabel = "FILE",
            description = "hbase-search.yaml, on this machine.")
    private @Nullable Path config;

    @Option(
            names = "--snapshot",
            description = "Read a temporary snapshot, which bypasses the RegionServers, and delete it afterwards.")
    private boolean snapshot;

    @Option(
            names = "--from",
            paramLabel = "KEY",
            description = "Only rows from this row key on, inclusive, written as in the HBase shell.")
    private String from = "";

    @Option(names = "--to", paramLabel = "KEY", description = "Only rows before this row key, exclusive.")
    private String to = "";

    @Option(
            names = "--since",
            paramLabel = "MILLIS",
            description = "Only rows that have a cell with this timestamp or a later one.")
    private @Nullable Long since;

    @Option(
            names = "--until",
            paramLabel = "MILLIS",
            description = "Only rows that have a cell with a timestamp before this.")
    private @Nullable Long until;

    @Option(
            names = "--where",
            paramLabel = "COLUMN",
            split = ",",
            description = "Only rows that have a cell in family[:qualifier].")
    private List<String> where = List.of();

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Number of concurrent map tasks; 0 for as many as the cluster allows.")
    private int threads;

    @Option(
            names = "--rows-per-second",
            paramLabel = "ROWS",
            description = "The most rows to read per second, in all tasks together; requires --threads.")
    private double rowsPerSecond;

    @Option(
            names = "--bytes-per-second",
            paramLabel = "BYTES",
            description = "The most bytes to read per second, in all tasks together; requires --threads.")
    private double bytesPerSecond;

    @Option(
            names = "--max-lag",
            paramLabel = "EVENTS",
            description = "Pause while the index lags by more than this number of events; 0 for no limit.")
    private long maxLag = Limits.STANDARD_MAX_LAG;

    @Option(names = "--help", usageHelp = true, description = "Show this help.")
    private boolean help;

    @Option(names = "--request", hidden = true)
    private String request = "";

    /** @throws CommandLine.ParameterException for options that exclude each other */
    void check(CommandLine line) {
        if (selection().range().isEmpty()) {
            throw new CommandLine.ParameterException(line, "no key is from --from on and before --to");
        }
        if (snapshot && !selection().isByKey()) {
            throw new CommandLine.ParameterException(
                    line,
                    "a snapshot is read whole, or by keys: --since, --until and --where do not go with --snapshot");
        }
        if (threads < 0 || maxLag < 0 || !(rowsPerSecond >= 0) || !(bytesPerSecond >= 0)) {
            throw new CommandLine.ParameterException(line, "limits must not be negative");
        }
        if ((rowsPerSecond > 0 || bytesPerSecond > 0) && threads == 0) {
            throw new CommandLine.ParameterException(
                    line, "a rate is divided among as many tasks as --threads says: set --threads, too");
        }
        try {
            RowSources.columns(where);
        } catch (IllegalArgumentException e) {
            throw new CommandLine.ParameterException(line, "--where: " + e.getMessage(), e);
        }
    }

    String index() {
        return index;
    }

    Path config() {
        return Objects.requireNonNull(config, "config").toAbsolutePath();
    }

    boolean snapshot() {
        return snapshot;
    }

    String request() {
        return request;
    }

    Selection selection() {
        KeyRange range = new KeyRange(key(from), key(to));
        return new Selection(range, millis(since), millis(until), where);
    }

    private static ByteArray key(String text) {
        return ByteArray.wrap(Bytes.toBytesBinary(text));
    }

    private static OptionalLong millis(@Nullable Long time) {
        return time == null ? OptionalLong.empty() : OptionalLong.of(time);
    }

    /** Returns the limits of the run. */
    Limits limits() {
        return new Limits(Math.max(1, threads), rowsPerSecond, bytesPerSecond, maxLag);
    }

    /** Returns the limits of each task, which has its share of the rates. */
    Limits taskLimits() {
        int tasks = Math.max(1, threads);
        return new Limits(1, rowsPerSecond / tasks, bytesPerSecond / tasks, maxLag);
    }

    /** Returns 0 for as many as there are. */
    int tasksAtATime(boolean local) {
        return threads == 0 && local
                ? Math.min(MOST_LOCAL_TASKS, 2 * Runtime.getRuntime().availableProcessors())
                : threads;
    }
}
