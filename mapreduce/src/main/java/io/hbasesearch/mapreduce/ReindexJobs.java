/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import io.hbasesearch.core.config.PortableConfiguration;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.Selection;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.mapreduce.TableMapReduceUtil;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.mapreduce.security.TokenCache;

/** Creates the jobs of one run. For one thread. */
final class ReindexJobs {
    private static final String JAVA_OPTIONS =
            "--add-opens=java.base/java.nio=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED"
                    + " --add-opens=java.base/sun.nio.ch=ALL-UNNAMED";
    private static final String LOCAL_TASKS = "mapreduce.local.map.tasks.maximum";

    private static final String STAGING = ".hbase-search";

    private final Configuration base;
    private final IndexAccess access;
    private final PortableConfiguration ours;
    private final Selection selection;
    private final Limits task;
    private final int tasksAtATime;

    /**
     * @param base the configuration of the cluster, and what the user set for the job
     * @param task the limits of one task
     * @param tasksAtATime 0 for as many as the cluster allows
     */
    ReindexJobs(
            Configuration base,
            IndexAccess access,
            PortableConfiguration ours,
            Selection selection,
            Limits task,
            int tasksAtATime) {
        this.base = Objects.requireNonNull(base, "base");
        this.access = Objects.requireNonNull(access, "access");
        this.ours = Objects.requireNonNull(ours, "ours");
        this.selection = Objects.requireNonNull(selection, "selection");
        this.task = Objects.requireNonNull(task, "task");
        this.tasksAtATime = tasksAtATime;
    }

    /** Creates the reports of a job's tasks; the caller closes them when the job has ended and everything was read. */
    TaskReports reports() throws IOException {
        Path directory = new Path(staging(), prefix() + UUID.randomUUID());
        // Not closed: Hadoop shares it.
        @SuppressWarnings("resource")
        FileSystem files = directory.getFileSystem(base);
        TaskReports reports = new TaskReports(files, directory);
        reports.create();
        return reports;
    }

    /** Returns the reports to drivers of this index that were killed, or that could not read them. */
    List<TaskReports> unheard() throws IOException {
        Path staging = staging();
        // Not closed: Hadoop shares it.
        @SuppressWarnings("resource")
        FileSystem files = staging.getFileSystem(base);
        FileStatus[] found = files.globStatus(new Path(staging, prefix() + "*"));
        return found == null
                ? List.of()
                : Stream.of(found)
                        .map(file -> new TaskReports(files, file.getPath()))
                        .toList();
    }

    /**
     * Returns the staging directory. It is in the home directory on a local file system, too: the next driver has to find it, and
     * temporary directories belong to one process.
     */
    private Path staging() throws IOException {
        // Not closed: Hadoop shares it.
        @SuppressWarnings("resource")
        FileSystem files = FileSystem.get(base);
        return files.makeQualified(new Path(files.getHomeDirectory(), STAGING));
    }

    private String prefix() {
        return "reports-" + access.metadata().uuid() + "-";
    }

    /** Returns a directory for files that are no longer needed once a run has ended, on the file system of a path. */
    static Path staging(Configuration configuration, Path on) throws IOException {
        // Not closed: Hadoop shares it.
        @SuppressWarnings("resource")
        FileSystem files = on.getFileSystem(configuration);
        boolean local = "file".equals(files.getScheme());
        Path home = local ? new Path("file:" + System.getProperty("java.io.tmpdir")) : files.getHomeDirectory();
        return files.makeQualified(new Path(home, STAGING));
    }

    /** Starts a job with a map task for each range. */
    Job submit(List<KeyRange> ranges, Path reports, Optional<JobSettings.Snapshot> snapshot)
            throws IOException, InterruptedException {
        Job job = Job.getInstance(
                base, "hbase-search reindex " + access.definition().name());
        job.setJarByClass(ReindexMapper.class);
        job.setMapperClass(ReindexMapper.class);
        job.setInputFormatClass(KeyRangeInputFormat.class);
        job.setOutputFormatClass(NullOutputFormat.class);
        job.setMapOutputKeyClass(NullWritable.class);
        job.setMapOutputValueClass(NullWritable.class);
        job.setNumReduceTasks(0);
        configure(job.getConfiguration(), tasksAtATime);
        JobSettings settings = JobSettings.of(job);
        settings.index(access.definition().name(), access.metadata().uuid());
        settings.work(selection, task, ranges, reports);
        snapshot.ifPresent(settings::snapshot);
        JobSettings.configuration(job.getCredentials(), ours);
        delegate(job, reports, snapshot);
        try {
            job.submit();
        } catch (ClassNotFoundException e) {
            throw new IOException(e);
        }
        return job;
    }

    static void configure(Configuration job, int tasksAtATime) {
        // Two attempts of one task would be correct, but a waste. Hadoop's own defaults allow them: here they must be
        // requested on
        // the command line.
        if (isFromFile(job, MRJobConfig.MAP_SPECULATIVE)) {
            job.setBoolean(MRJobConfig.MAP_SPECULATIVE, false);
        }
        // The cluster may have other versions of HBase's classes.
        job.setBooleanIfUnset(MRJobConfig.MAPREDUCE_JOB_USER_CLASSPATH_FIRST, true);
        if (job.get(MRJobConfig.MAP_JAVA_OPTS, "").isBlank()) {
            job.set(MRJobConfig.MAP_JAVA_OPTS, JAVA_OPTIONS);
        }
        if (tasksAtATime > 0) {
            job.setInt(MRJobConfig.JOB_RUNNING_MAP_LIMIT, tasksAtATime);
            job.setInt(LOCAL_TASKS, tasksAtATime);
        }
    }

    private static boolean isFromFile(Configuration job, String name) {
        String[] sources = job.getPropertySources(name);
        return sources == null || sources.length == 0 || sources[sources.length - 1].endsWith(".xml");
    }

    /** Obtains tokens for the tasks, for servers that require authentication. */
    private void delegate(Job job, Path reports, Optional<JobSettings.Snapshot> snapshot) throws IOException {
        Job connected = Job.getInstance(
                SnapshotFiles.configuration(base, access.config().hbase()));
        TableMapReduceUtil.initCredentials(connected);
        job.getCredentials().addAll(connected.getCredentials());
        Path[] read =
                snapshot.map(open -> new Path[] {reports, open.restored()}).orElseGet(() -> new Path[] {reports});
        TokenCache.obtainTokensForNamenodes(job.getCredentials(), read, base);
    }
}
