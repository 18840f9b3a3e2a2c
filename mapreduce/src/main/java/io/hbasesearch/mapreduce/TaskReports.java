/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.indexer.reindex.MarkerPositions;
import io.hbasesearch.indexer.reindex.run.ReindexJson;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.jspecify.annotations.Nullable;

/**
 * The reports of tasks to the driver, each in a small file: which keys are done, why an attempt failed, and which markers it has
 * appended. Hadoop's local runner passes on none of these, and a cluster only the stack trace. A task can report nothing once the
 * driver has {@link #seal sealed} the reports: a task that outlives its job can no longer report its markers, and so writes nothing
 * at them. For one thread, except for {@link #marked(TaskAttemptID, MarkerPositions)}.
 */
final class TaskReports implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String UNFINISHED = "_";
    private static final String SEALED = ".sealed";

    private final FileSystem files;
    private final Path directory;
    private final Path sealed;
    private final Set<String> read = new HashSet<>();
    private final List<KeyRange> done = new ArrayList<>();
    private final Deque<MarkerPositions> marked = new ArrayDeque<>();
    private boolean isSealed;
    private boolean isTaken;
    private int notes;
    /** The markers of this attempt. */
    private @Nullable MarkerPositions latest;

    /** The failures by task, and the tasks that another attempt has completed. */
    private final Map<TaskID, Failure> failures = new LinkedHashMap<>();

    private final Set<TaskID> succeeded = new HashSet<>();

    TaskReports(FileSystem files, Path directory) {
        this.files = files;
        this.isSealed = directory.getName().endsWith(SEALED);
        this.directory = directory;
        this.sealed = isSealed ? directory : directory.suffix(SEALED);
    }

    /** Creates the directory. Called by the driver; readable by its user only. */
    void create() throws IOException {
        FileSystem.mkdirs(files, directory, new FsPermission((short) 0700));
    }

    Path directory() {
        return directory;
    }

    /** Reports that everything of these keys is in the index, whatever becomes of the attempt. Called by a task. */
    void done(TaskAttemptID attempt, KeyRange keys) throws IOException {
        write(
                "done-" + attempt,
                MAPPER.createObjectNode()
                        .put("from", keys.start().unsafeBytes())
                        .put("to", keys.stop().unsafeBytes()));
    }

    /** Reports why a task cannot continue. Called by the task. */
    void failed(TaskAttemptID attempt, HBaseSearchException why) throws IOException {
        write(
                "failed-" + attempt,
                MAPPER.createObjectNode()
                        .put("code", why.code().name())
                        .put("message", String.valueOf(why.getMessage()))
                        .put("hint", why.hint().orElse("")));
    }

    /**
     * Reports the markers at whose versions an attempt is about to write. Called by the attempt, on any thread, also concurrently;
     * a late call does not overwrite newer markers.
     *
     * @throws FileNotFoundException if the driver no longer reads reports
     */
    synchronized void marked(TaskAttemptID attempt, MarkerPositions appended) throws IOException {
        MarkerPositions all = latest == null ? appended : latest.and(appended);
        write("marked-" + attempt + "-" + notes, ReindexJson.write(all));
        latest = all;
        notes++;
        if (notes > 1) {
            // The next file contains more.
            files.delete(new Path(directory, "marked-" + attempt + "-" + (notes - 2)), false);
        }
    }

    private void write(String name, ObjectNode report) throws IOException {
        write(name, MAPPER.writeValueAsBytes(report));
    }

    private void write(String name, byte[] report) throws IOException {
        Path unfinished = new Path(directory, UNFINISHED + name);
        // This creates no directory: one that the driver has removed stays removed.
        try (OutputStream out = files.createFile(unfinished).overwrite(true).build()) {
            out.write(report);
        }
        if (!files.rename(unfinished, new Path(directory, name))) {
            throw files.exists(directory)
                    ? new IOException("cannot rename " + unfinished)
                    : new FileNotFoundException(directory + " was removed");
        }
    }

    /**
     * Seals the reports: from here on tasks can report nothing, and the next {@link #poll} finds everything that they have
     * reported. Called by the driver. May be repeated.
     *
     * @throws HBaseSearchException INDEX_LOCKED if {@link #isTaken another driver has taken it over}
     */
    void seal() throws IOException {
        if (isSealed) {
            return;
        }
        // An earlier attempt may have succeeded although it reported a failure.
        if (!files.exists(sealed) && !isRenamed()) {
            throw new IOException("cannot rename " + directory);
        }
        isSealed = true;
    }

    private boolean isRenamed() throws IOException {
        try {
            if (files.rename(directory, sealed)) {
                return true;
            }
        } catch (FileNotFoundException e) {
            throw taken(e);
        }
        if (!files.exists(directory) && !files.exists(sealed)) {
            throw taken(null);
        }
        return false;
    }

    /**
     * Reads new reports. Called by the driver. May be repeated after a failure: nothing that was found is forgotten.
     *
     * @throws HBaseSearchException as {@link #seal}
     */
    void poll() throws IOException {
        for (FileStatus file : listed()) {
            String name = file.getPath().getName();
            if (!read.contains(name)) {
                take(name, file.getPath());
                read.add(name);
            }
        }
    }

    private FileStatus[] listed() throws IOException {
        try {
            return files.listStatus(isSealed ? sealed : directory);
        } catch (FileNotFoundException e) {
            throw taken(e);
        }
    }

    /** Creates the failure for removed reports. Only another driver removes them, so waiting makes no sense. */
    private HBaseSearchException taken(@Nullable FileNotFoundException cause) {
        isTaken = true;
        return new HBaseSearchException(
                ErrorCode.INDEX_LOCKED,
                "another driver has taken over, including " + directory + " with the reports of tasks",
                "Follow it: hbase-search reindex status INDEX",
                cause);
    }

    /** Returns whether another driver has taken over these reports. Called by the driver. */
    boolean isTaken() {
        return isTaken;
    }

    private void take(String name, Path file) throws IOException {
        if (name.startsWith("done-")) {
            JsonNode report = report(file);
            done.add(new KeyRange(key(report, "from"), key(report, "to")));
            succeeded.add(attempt(name).getTaskID());
        } else if (name.startsWith("failed-")) {
            TaskAttemptID attempt = attempt(name);
            failures.put(attempt.getTaskID(), new Failure(attempt, failure(report(file))));
        } else if (name.startsWith("marked-")) {
            takeMarked(file);
        }
    }

    private static TaskAttemptID attempt(String name) {
        return TaskAttemptID.forName(name.substring(name.indexOf('-') + 1));
    }

    private void takeMarked(Path file) throws IOException {
        try (InputStream in = files.open(file)) {
            marked.add(ReindexJson.marked(in.readAllBytes()));
        } catch (FileNotFoundException e) {
            // The next file has replaced it since the directory was listed, and is read the next time.
        }
    }

    /** Returns the first markers that were found and are not {@link #noted}; null if there are none. Called by the driver. */
    @Nullable
    MarkerPositions marked() {
        return marked.peek();
    }

    /** Removes these markers, which need not be found again. Called by the driver. */
    void noted() {
        marked.remove();
    }

    /** Returns keys that were completed since the last call. Called by the driver. */
    List<KeyRange> takeDone() {
        List<KeyRange> taken = List.copyOf(done);
        done.clear();
        return taken;
    }

    private JsonNode report(Path file) throws IOException {
        try (InputStream in = files.open(file)) {
            return MAPPER.readTree(in);
        }
    }

    private static ByteArray key(JsonNode report, String name) throws IOException {
        return ByteArray.wrap(report.path(name).binaryValue());
    }

    private static HBaseSearchException failure(JsonNode report) {
        String hint = report.path("hint").asText();
        return new HBaseSearchException(
                ErrorCode.valueOf(report.path("code").asText()),
                report.path("message").asText(),
                hint.isEmpty() ? null : hint,
                null);
    }

    /** The report of an attempt that could not continue. */
    record Failure(TaskAttemptID attempt, HBaseSearchException why) {}

    /** Returns the last failure of a task that no attempt is known to have completed; null if there is none. */
    @Nullable
    Failure failure() {
        return failures.values().stream()
                .filter(failure -> !succeeded.contains(failure.attempt().getTaskID()))
                .reduce((earlier, later) -> later)
                .orElse(null);
    }

    /** Removes everything. Otherwise, the next driver of the index finds the reports. */
    @Override
    public void close() throws IOException {
        files.delete(directory, true);
        files.delete(sealed, true);
    }
}
