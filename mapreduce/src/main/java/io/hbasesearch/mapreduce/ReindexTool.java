/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.hbasesearch.core.config.PortableConfiguration;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.config.ServiceConfigReader;
import io.hbasesearch.core.definition.Definitions;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.yaml.ConfigurationException;
import io.hbasesearch.hbase.HBaseRowReader;
import io.hbasesearch.hbase.HBaseTables;
import io.hbasesearch.indexer.reindex.Backfill;
import io.hbasesearch.indexer.reindex.Counts;
import io.hbasesearch.indexer.reindex.Engine;
import io.hbasesearch.indexer.reindex.ReindexContext;
import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.indexer.reindex.run.Task;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

/** The driver: {@code yarn jar hbase-search-mapreduce-VERSION-job.jar --config FILE INDEX}. For the main thread. */
public final class ReindexTool extends Configured implements Tool {
    private static final Logger LOG = LoggerFactory.getLogger(ReindexTool.class);
    private static final int DONE = 0;
    private static final int SOME_ROWS_FAILED = 3;
    private static final int INTERRUPTED = 130;
    // Before Hadoop closes its file systems.
    private static final int HOOK_PRIORITY = 100;
    private static final long STOP_SECONDS = 40;

    private final PrintStream out;
    private final PrintStream err;

    ReindexTool(PrintStream out, PrintStream err) {
        this.out = Objects.requireNonNull(out, "out");
        this.err = Objects.requireNonNull(err, "err");
    }

    @SuppressWarnings("CatchingUnchecked") // the last resort of a main method
    public static void main(String[] arguments) {
        int exitCode;
        CountDownLatch ended = new CountDownLatch(1);
        stopOnSignal(Thread.currentThread(), ended);
        ReindexTool tool = new ReindexTool(System.out, System.err);
        try {
            exitCode = ToolRunner.run(new Configuration(), tool, arguments);
        } catch (Throwable e) {
            exitCode = tool.unexpected(e);
        } finally {
            ended.countDown();
        }
        System.exit(exitCode);
    }

    /** Stops the run on a signal: it kills its job, records its progress in the log, and deletes its snapshot. */
    @SuppressWarnings("Interruption") // its own main thread
    private static void stopOnSignal(Thread main, CountDownLatch ended) {
        ShutdownHookManager.get()
                .addShutdownHook(
                        () -> {
                            if (ended.getCount() > 0) {
                                main.interrupt();
                                await(ended);
                            }
                        },
                        HOOK_PRIORITY,
                        STOP_SECONDS,
                        TimeUnit.SECONDS);
    }

    private static void await(CountDownLatch ended) {
        try {
            if (!ended.await(STOP_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("The job did not end in time.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public int run(String[] arguments) throws Exception {
        ReindexOptions options = new ReindexOptions();
        CommandLine line = new CommandLine(options);
        try {
            line.parseArgs(arguments);
            if (line.isUsageHelpRequested()) {
                line.usage(out);
                return DONE;
            }
            options.check(line);
        } catch (CommandLine.ParameterException e) {
            err.println(e.getMessage());
            line.usage(err);
            return ErrorCode.USAGE.exitCode();
        }
        return reported(options);
    }

    private int reported(ReindexOptions options) {
        try {
            return end(options, reindex(options));
        } catch (ConfigurationException e) {
            return failed(ErrorCode.CONFIGURATION_INVALID, String.valueOf(e.getMessage()), "");
        } catch (HBaseSearchException e) {
            return failed(e.code(), String.valueOf(e.getMessage()), e.hint().orElse(""));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            err.println("interrupted before the reindex began, or while it ended");
            return INTERRUPTED;
        } catch (RuntimeException e) {
            return unexpected(e);
        }
    }

    /** Reports the failure in one line, as clusters and terminals show lines; the log has the stack trace at level DEBUG. */
    int unexpected(Throwable failure) {
        LOG.debug("unexpected", failure);
        return failed(
                ErrorCode.INTERNAL,
                "unexpected " + failure,
                "Run the same command again: it continues where the job stopped. If it fails again, set the log level of "
                        + LOG.getName() + " to DEBUG, and report it with the log.");
    }

    private int end(ReindexOptions options, RunState end) {
        Counts counts = end.progress().counts();
        out.println("reindex of " + options.index() + ": " + end.state() + "; rows " + counts.rows() + ", written "
                + counts.written() + ", superseded " + counts.superseded() + ", failed " + counts.failed()
                + ", touched "
                + counts.touched() + ", placeless " + counts.placeless());
        return switch (end.state()) {
            case DONE -> counts.failed() > 0 ? SOME_ROWS_FAILED : DONE;
            case CANCELLED -> 1;
            case STOPPED, RUNNING, PAUSED -> INTERRUPTED;
        };
    }

    /** Prints the failure to the error output for users; the last line of the output is for {@code hbase-search reindex}. */
    private int failed(ErrorCode code, String message, String hint) {
        err.println("error[" + code + "]: " + message);
        if (!hint.isEmpty()) {
            err.println("Hint: " + hint);
        }
        ObjectMapper json = new ObjectMapper();
        out.println(json.createObjectNode()
                .put("code", code.name())
                .put("message", message)
                .put("hint", hint));
        return code.exitCode();
    }

    private RunState reindex(ReindexOptions options) throws InterruptedException {
        ServiceConfig config = new ServiceConfigReader(System.getenv()).read(options.config());
        IndexDefinition definition = definition(config, options.index());
        try (IndexAccess access = IndexAccess.open(
                config, definition, metadata -> metadata.requireMadeBy(definition), HBaseRowReader::new)) {
            PortableConfiguration ours = PortableConfiguration.of(options.config(), definition, System.getenv());
            Configuration job = Objects.requireNonNull(getConf(), "no configuration of Hadoop");
            ReindexJobs jobs = new ReindexJobs(
                    job, access, ours, options.selection(), options.taskLimits(), options.tasksAtATime(isLocal(job)));
            ShownProgress shown = new ShownProgress(err);
            return access.service()
                    .run(
                            Task.inPlace(options.selection(), options.limits())
                                    .by(options.snapshot() ? Engine.SNAPSHOT : Engine.MAPREDUCE),
                            options.request(),
                            shown::show,
                            context -> backfill(options, access, jobs, context));
        }
    }

    private Backfill backfill(ReindexOptions options, IndexAccess access, ReindexJobs jobs, ReindexContext context) {
        return new JobBackfill(
                access,
                options.selection(),
                jobs,
                options.snapshot() ? snapshots(access, context) : RowsOf.liveTable());
    }

    private RowsOf snapshots(IndexAccess access, ReindexContext context) {
        Configuration configuration = SnapshotFiles.configuration(
                Objects.requireNonNull(getConf(), "no configuration of Hadoop"),
                access.config().hbase());
        try {
            return new SnapshotSource(
                    SnapshotSource.of(access, configuration),
                    context.topic().markers(),
                    access.service()::requireFresh,
                    configuration,
                    ReindexJobs.staging(configuration, SnapshotFiles.root(configuration)));
        } catch (IOException e) {
            throw new HBaseSearchException(
                    ErrorCode.SERVER_UNREACHABLE,
                    "HBase's file system " + SnapshotFiles.root(configuration) + " is not available: " + e,
                    "Set hbase.site to a hbase-site.xml of the cluster, and check that HDFS is available.",
                    e);
        }
    }

    private static boolean isLocal(Configuration base) {
        try {
            // Only a job's configuration includes the cluster's mapred-site.xml.
            Configuration job = Job.getInstance(base).getConfiguration();
            return MRConfig.LOCAL_FRAMEWORK_NAME.equals(
                    job.get(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME));
        } catch (IOException e) {
            throw new HBaseSearchException(ErrorCode.INTERNAL, "Hadoop's configuration cannot be used: " + e, null, e);
        }
    }

    private static IndexDefinition definition(ServiceConfig config, String index) {
        Definitions defined = new IndexDefinitionReader(System.getenv()).readAll(config.definitions());
        boolean isNamed = defined.named().stream().anyMatch(each -> each.name().equals(index));
        Definitions.Resolved all = isNamed || defined.patterns().isEmpty()
                ? defined.over(List.of())
                : defined.over(HBaseTables.listOnce(config.hbase()), IndexAccess.tables(config));
        return all.definitions().stream()
                .filter(each -> each.name().equals(index))
                .findFirst()
                .orElseThrow(() -> new HBaseSearchException(
                        ErrorCode.NOT_FOUND,
                        "there is no definition of an index '" + index + "' in " + config.definitions(),
                        "See which there are: hbase-search index list",
                        null));
    }
}
