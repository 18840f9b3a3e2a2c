/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.reindex;

import io.hbasesearch.administration.reindex.MapReduceCommand;
import io.hbasesearch.administration.reindex.MapReduceJob;
import io.hbasesearch.administration.reindex.ReindexAccess;
import io.hbasesearch.cli.command.GivenOptions;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.Selection;
import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.indexer.reindex.run.Task;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The options for the engine of a reindex. For the main thread. */
final class ReindexEngine {
    /** The engine that does the work. */
    enum Engine {
        DIRECT,
        MAPREDUCE
    }

    /** Rejects the name of an existing snapshot. */
    static final class NoName implements ITypeConverter<Boolean> {
        @Override
        public Boolean convert(String text) {
            if (text.equals("true") || text.equals("false")) {
                return Boolean.valueOf(text);
            }
            throw new TypeConversionException("it takes no name. An existing snapshot is older than the markers at"
                    + " whose versions its rows would be written: rows that were deleted since then would come back."
                    + " Without a name, one is taken after the markers, and deleted afterwards");
        }
    }

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--engine",
            paramLabel = "ENGINE",
            description = "direct: threads of this process; mapreduce: a MapReduce job on this machine"
                    + " (default: direct).")
    private Engine engine = Engine.DIRECT;

    @Option(
            names = "--snapshot",
            arity = "0..1",
            paramLabel = "",
            converter = NoName.class,
            description = "With --engine mapreduce: read a temporary snapshot of the table; RegionServers"
                    + " are not asked for rows.")
    private boolean snapshot;

    @Option(
            names = "--print-command",
            description = "With --engine mapreduce: only print the command that runs the job on a cluster.")
    private boolean printCommand;

    boolean isMapReduce() {
        return engine == Engine.MAPREDUCE;
    }

    boolean printsCommand() {
        return printCommand;
    }

    /** @throws ParameterException for options that conflict */
    void check(Selection selection) {
        if (!isMapReduce() && (snapshot || printCommand)) {
            throw refused("--snapshot and --print-command require --engine mapreduce");
        }
        if (snapshot && !selection.isByKey()) {
            throw refused(
                    "a snapshot is read whole, or by keys: --since, --until and --where cannot be combined with --snapshot");
        }
    }

    private ParameterException refused(String reason) {
        return new ParameterException(spec.commandLine(), reason);
    }

    /** Returns the command for a cluster, quoted for a shell. */
    String clusterCommand(Path config, String index, Selection selection, Limits limits) {
        return MapReduceCommand.find().onCluster(arguments(config, index, selection, limits)).stream()
                .map(GivenOptions::quoted)
                .collect(Collectors.joining(" "));
    }

    private List<String> arguments(Path config, String index, Selection selection, Limits limits) {
        // One machine's default means nothing for a cluster; but a rate has to be divided by the number of threads.
        boolean threadsMatter = spec.commandLine().getParseResult().hasMatchedOption("--threads")
                || limits.rowsPerSecond() > 0
                || limits.bytesPerSecond() > 0;
        return MapReduceCommand.arguments(
                config, index, snapshot, selection, limits, threadsMatter ? limits.threads() : 0);
    }

    /** Runs the job on this machine. */
    RunState run(ReindexAccess access, Path config, String index, Task task, ReindexView view) throws IOException {
        requireShared(access.isEmbedded());
        try (MapReduceJob job = MapReduceJob.start(
                MapReduceCommand.find(), arguments(config, index, task.selection(), task.limits()), access.log())) {
            return job.follow(view);
        }
    }

    /** @throws HBaseSearchException USAGE if the index is embedded */
    static void requireShared(boolean embedded) {
        if (embedded) {
            throw new HBaseSearchException(
                    ErrorCode.USAGE,
                    "an embedded index can only be written by the process that owns it, and a job has many tasks",
                    "Omit --engine mapreduce, or put the index into Elasticsearch (index.backend).",
                    null);
        }
    }
}
