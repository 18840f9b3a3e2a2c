/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.verify;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import io.hbasesearch.cli.output.Json;
import io.hbasesearch.cli.session.CommandFailure;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.indexer.verify.Difference;
import io.hbasesearch.indexer.verify.VerifyListener;
import io.hbasesearch.indexer.verify.VerifyReport;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Writes every difference as a JSON line, as it is found and as it is repaired: row keys and names of fields, never values. For
 * one thread at a time. Owns the file.
 */
final class DifferenceFile implements VerifyListener, AutoCloseable {
    private final Path path;
    private final BufferedWriter file;

    /** @param append whether to append to the file, rather than replace it */
    DifferenceFile(Path path, boolean append) throws IOException {
        this.path = path;
        this.file = append
                ? Files.newBufferedWriter(path, CREATE, APPEND)
                : Files.newBufferedWriter(path, CREATE, TRUNCATE_EXISTING, WRITE);
    }

    @Override
    public void difference(Difference difference, boolean confirmed) {
        Map<String, Object> fields = VerifyOutput.fields(difference);
        fields.put("confirmed", confirmed);
        write("difference", fields);
    }

    @Override
    public void repaired(Difference difference) {
        write("repaired", VerifyOutput.fields(difference));
    }

    @Override
    public void unrepaired(Difference difference, String reason) {
        Map<String, Object> fields = VerifyOutput.fields(difference);
        fields.put("reason", reason);
        write("unrepaired", fields);
    }

    /** Writes the last line of a run: how it ended. */
    void end(VerifyReport report, Optional<ErrorCode> failure) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("index", report.index());
        fields.put("complete", failure.isEmpty() && report.complete());
        failure.ifPresent(code -> fields.put("failure", code.name()));
        fields.put("rows", report.compared().rows());
        fields.put("differences", report.differences());
        fields.put("repaired", report.repairs().repaired());
        fields.put("failed", report.compared().failed());
        fields.put("busy", report.rechecked().busy());
        fields.put("pending", report.rechecked().pending());
        write("end", fields);
    }

    private void write(String type, Map<String, Object> fields) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("type", type);
        line.putAll(fields);
        try {
            file.write(Json.line(line));
            file.newLine();
            // A reader that follows the file sees each difference at once; if there are many, writing them is not the
            // slow
            // part.
            file.flush();
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "REPORT_NOT_WRITTEN",
                    "the report " + path + " cannot be written: " + e.getMessage(),
                    "Free disk space, or choose another file, and run the command again.");
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
