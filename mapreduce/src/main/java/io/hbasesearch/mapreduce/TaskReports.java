/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
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
 * What tasks say to the driver, each in a small file of its own: which keys are done, and why an attempt failed. Hadoop's local runner
 * tells neither, and a cluster only the stack trace. For one thread.
 */
final class TaskReports implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String UNFINISHED = "_";

    private final FileSystem files;
    private final Path directory;
    private final Set<String> read = new HashSet<>();
    private final List<KeyRange> done = new ArrayList<>();
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

    private void write(String name, ObjectNode report) throws IOException {
        Path unfinished = new Path(directory, UNFINISHED + name);
        try (OutputStream out = files.create(unfinished, true)) {
            out.write(MAPPER.writeValueAsBytes(report));
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
            }
        }
        return List.copyOf(done);
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
