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
import io.hbasesearch.indexer.reindex.ReindexJson;
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
 * What tasks say to the driver, each in a small file of its own: which keys are done, why an attempt failed, and which markers it has
 * appended. Hadoop's local runner tells none of it, and a cluster only the stack trace. A task can say nothing once the driver has
 * {@link #seal sealed} this: one that outlives its job cannot tell of its markers any more, and so writes nothing at them. For one
 * thread, but for {@link #marked(TaskAttemptID, MarkerPositions)}.
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
    /** By this attempt. */
    private @Nullable MarkerPositions latest;

    /** By task, and which of them an attempt was done with after all. */
    private final Map<TaskID, Failure> failures = new LinkedHashMap<>();

    private final Set<TaskID> succeeded = new HashSet<>();

    TaskReports(FileSystem files, Path directory) {
        this.files = files;
        this.isSealed = directory.getName().endsWith(SEALED);
        this.directory = directory;
        this.sealed = isSealed ? directory : directory.suffix(SEALED);
    }

    /** By the driver, for its user alone. */
    void create() throws IOException {
        FileSystem.mkdirs(files, directory, new FsPermission((short) 0700));
    }

    Path directory() {
        return directory;
    }

    /** By a task: everything of these keys is in the index, whatever becomes of the attempt. */
    void done(TaskAttemptID attempt, KeyRange keys) throws IOException {
        write(
                "done-" + attempt,
                MAPPER.createObjectNode()
                        .put("from", keys.start().unsafeBytes())
                        .put("to", keys.stop().unsafeBytes()));
    }

    /** By a task that cannot go on. */
    void failed(TaskAttemptID attempt, HBaseSearchException why) throws IOException {
        write(
                "failed-" + attempt,
                MAPPER.createObjectNode()
                        .put("code", why.code().name())
                        .put("message", String.valueOf(why.getMessage()))
                        .put("hint", why.hint().orElse("")));
    }

    /**
     * By an attempt: what it is about to write is at the versions of these markers. On any thread, and on several at once, of which
     * one that is late takes nothing back.
     *
     * @throws FileNotFoundException if the driver hears nothing any more
     */
    synchronized void marked(TaskAttemptID attempt, MarkerPositions appended) throws IOException {
        MarkerPositions all = latest == null ? appended : latest.and(appended);
        write("marked-" + attempt + "-" + notes, ReindexJson.write(all));
        latest = all;
        notes++;
        if (notes > 1) {
            // Its own follower says more.
            files.delete(new Path(directory, "marked-" + attempt + "-" + (notes - 2)), false);
        }
    }

    private void write(String name, ObjectNode report) throws IOException {
        write(name, MAPPER.writeValueAsBytes(report));
    }

    private void write(String name, byte[] report) throws IOException {
        Path unfinished = new Path(directory, UNFINISHED + name);
        // It makes no directory: one that the driver has taken away stays away.
        try (OutputStream out = files.createFile(unfinished).overwrite(true).build()) {
            out.write(report);
        }
        if (!files.rename(unfinished, new Path(directory, name))) {
            throw files.exists(directory)
                    ? new IOException("cannot rename " + unfinished)
                    : new FileNotFoundException(directory + " was taken away");
        }
    }

    /**
     * By the driver: from here on tasks can say nothing, and the next {@link #poll} finds all that they have said. May be repeated.
     *
     * @throws HBaseSearchException INDEX_LOCKED if {@link #isTaken another driver has taken it over}
     */
    void seal() throws IOException {
        if (isSealed) {
            return;
        }
        // An attempt before this may have come through though it failed.
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
     * By the driver: reads what is new. May be repeated where it failed: nothing that was found is forgotten.
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

    /** Nobody else takes it away, so that to wait for it makes no sense. */
    private HBaseSearchException taken(@Nullable FileNotFoundException cause) {
        isTaken = true;
        return new HBaseSearchException(
                ErrorCode.INDEX_LOCKED,
                "another driver has taken over, and " + directory + " with what tasks have said",
                "Follow it: hbase-search reindex status INDEX",
                cause);
    }

    /** By the driver: whether another one has heard what tasks said here, or does. */
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
            // Its follower took its place since the directory was listed, and is read the next time.
        }
    }

    /** By the driver: the first markers that were found and not {@link #noted}; null if there are none. */
    @Nullable
    MarkerPositions marked() {
        return marked.peek();
    }

    /** By the driver: those need not be found again. */
    void noted() {
        marked.remove();
    }

    /** By the driver: keys that are done since this was asked last. */
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

    /** What an attempt said that could not go on. */
    record Failure(TaskAttemptID attempt, HBaseSearchException why) {}

    /** Of a task that no attempt is known to be done with; null if none said anything. */
    @Nullable
    Failure failure() {
        return failures.values().stream()
                .filter(failure -> !succeeded.contains(failure.attempt().getTaskID()))
                .reduce((earlier, later) -> later)
                .orElse(null);
    }

    /** Removes it all. Without it, the next driver of the index finds what was said. */
    @Override
    public void close() throws IOException {
        files.delete(directory, true);
        files.delete(sealed, true);
    }
}
