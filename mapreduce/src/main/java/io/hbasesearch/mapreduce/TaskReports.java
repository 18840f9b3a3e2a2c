/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.indexer.reindex.Marked;
import io.hbasesearch.indexer.reindex.ReindexJson;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.jspecify.annotations.Nullable;

/**
 * What tasks say to the driver, each in a small file of its own: which keys are done, why an attempt failed, and which markers it has
 * appended. Hadoop's local runner tells none of it, and a cluster only the stack trace. For one thread, but for {@link #marked}.
 */
final class TaskReports implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String UNFINISHED = "_";

    private final FileSystem files;
    private final Path directory;
    private final Set<String> read = new HashSet<>();
    private final List<KeyRange> done = new ArrayList<>();
    private final List<Marked> marked = new ArrayList<>();
    private int notes;
    private @Nullable HBaseSearchException failure;

    TaskReports(FileSystem files, Path directory) {
        this.files = files;
        this.directory = directory;
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

    /** By an attempt: what it is about to write is at the versions of these markers. On any thread, and on several at once. */
    synchronized void marked(TaskAttemptID attempt, Marked appended) throws IOException {
        write("marked-" + attempt + "-" + notes, ReindexJson.write(appended));
        if (notes > 0) {
            // Its own follower says more.
            files.delete(new Path(directory, "marked-" + attempt + "-" + (notes - 1)), false);
        }
        notes++;
    }

    private void write(String name, ObjectNode report) throws IOException {
        write(name, MAPPER.writeValueAsBytes(report));
    }

    private void write(String name, byte[] report) throws IOException {
        Path unfinished = new Path(directory, UNFINISHED + name);
        try (OutputStream out = files.create(unfinished, true)) {
            out.write(report);
        }
        if (!files.rename(unfinished, new Path(directory, name))) {
            throw new IOException("cannot rename " + unfinished);
        }
    }

    /** By the driver: reads what is new. @return keys that are done since this was asked last */
    List<KeyRange> poll() throws IOException {
        done.clear();
        for (FileStatus file : files.listStatus(directory)) {
            String name = file.getPath().getName();
            if (name.startsWith("done-") && read.add(name)) {
                JsonNode report = report(file.getPath());
                done.add(new KeyRange(key(report, "from"), key(report, "to")));
            } else if (name.startsWith("failed-") && read.add(name)) {
                failure = failure(report(file.getPath()));
            } else if (name.startsWith("marked-") && read.add(name)) {
                takeMarked(file.getPath());
            }
        }
        return List.copyOf(done);
    }

    private void takeMarked(Path file) throws IOException {
        try (InputStream in = files.open(file)) {
            marked.add(ReindexJson.marked(in.readAllBytes()));
        } catch (FileNotFoundException e) {
            // Its follower took its place since the directory was listed, and is read the next time.
        }
    }

    /** By the driver: the markers that the last {@link #poll} has found. */
    List<Marked> takeMarked() {
        List<Marked> taken = List.copyOf(marked);
        marked.clear();
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

    /** Why the last attempt that failed did so; null if none said so. */
    @Nullable
    HBaseSearchException failure() {
        return failure;
    }

    @Override
    public void close() throws IOException {
        files.delete(directory, true);
    }
}
