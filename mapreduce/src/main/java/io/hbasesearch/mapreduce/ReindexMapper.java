/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import io.hbasesearch.core.config.PortableConfiguration;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.config.ServiceConfigReader;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBaseRowReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Reindexes the keys of one split with the same code that {@code hbase-search reindex} uses for a region. Every attempt appends its
 * own markers and opens its own scanners, so an attempt that is repeated, or runs beside another, writes at a version that matches
 * its reads.
 */
public final class ReindexMapper extends Mapper<NullWritable, NullWritable, NullWritable, NullWritable> {
    @Override
    public void run(Context context) throws IOException, InterruptedException {
        JobSettings settings = JobSettings.of(context);
        KeyRange keys = ((KeyRangeSplit) context.getInputSplit()).range();
        org.apache.hadoop.fs.Path directory = settings.reports();
        // Not closed: Hadoop shares it.
        @SuppressWarnings("resource")
        FileSystem files = directory.getFileSystem(context.getConfiguration());
        @SuppressWarnings("resource") // closing it removes all reports
        TaskReports reports = new TaskReports(files, directory);
        try {
            work(context, settings, keys, reports);
            reports.done(context.getTaskAttemptID(), keys);
        } catch (HBaseSearchException e) {
            reports.failed(context.getTaskAttemptID(), e);
            throw new IOException(e.code() + ": " + e.getMessage(), e);
        }
    }

    private static void work(Context context, JobSettings settings, KeyRange keys, TaskReports reports)
            throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("hbase-search-task");
        try (IndexAccess access = open(context, settings, directory)) {
            CounterListener counters = new CounterListener(context, reports);
            Optional<JobSettings.Snapshot> snapshot = settings.snapshot();
            boolean done = access.service()
                    .runPart(
                            settings.selection(keys),
                            settings.limits(),
                            snapshot.map(JobSettings.Snapshot::markers),
                            counters);
            counters.flush();
            if (!done) {
                throw new InterruptedException("the attempt was interrupted");
            }
        } finally {
            delete(directory);
        }
    }

    private static IndexAccess open(Context context, JobSettings settings, Path directory) throws IOException {
        PortableConfiguration ours = JobSettings.configuration(context.getCredentials());
        ServiceConfig config = new ServiceConfigReader(Map.of()).read(ours.unpack(directory));
        IndexDefinition definition = new IndexDefinitionReader(Map.of())
                .readDirectory(config.definitions())
                .get(0);
        return IndexAccess.open(
                config,
                definition,
                metadata -> requireSame(settings, metadata),
                hbase -> reader(context, settings, config, hbase));
    }

    private static void requireSame(JobSettings settings, IndexMetadata metadata) {
        if (!metadata.uuid().equals(settings.indexId())) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_INCOMPATIBLE,
                    "index " + settings.index()
                            + " has changed since the job began: it was rebuilt, or deleted and"
                            + " created (" + settings.indexId() + " then, " + metadata.uuid() + " now)",
                    "If the new index needs it, run the reindex again: hbase-search reindex " + settings.index(),
                    null);
        }
    }

    private static RowReader reader(
            Context context, JobSettings settings, ServiceConfig config, HBaseConnections hbase) {
        return settings.snapshot()
                .<RowReader>map(snapshot -> new SnapshotRowReader(
                        SnapshotFiles.configuration(context.getConfiguration(), config.hbase()),
                        snapshot,
                        config.indexer().maxRowBytes()))
                .orElseGet(() -> HBaseRowReader.ofOwners(hbase, config.indexer().maxRowBytes()));
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
