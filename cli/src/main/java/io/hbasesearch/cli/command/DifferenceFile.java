/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.cli.output.Json;
import io.hbasesearch.indexer.verify.Difference;
import io.hbasesearch.indexer.verify.VerifyListener;
import io.hbasesearch.indexer.verify.VerifyReport;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Every difference as a JSON line of its own, as it is found and as it is repaired: row keys and names of fields, never values.
 * For one thread at a time. Owns the file.
 */
final class DifferenceFile implements VerifyListener, AutoCloseable {
    private final BufferedWriter file;

    /** Replaces what the file held. */
    DifferenceFile(Path path) throws IOException {
        this.file = Files.newBufferedWriter(path, StandardCharsets.UTF_8);
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

    /** The last line: how it ended. */
    void end(VerifyReport report) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("index", report.index());
        fields.put("complete", report.complete());
        fields.put("rows", report.rows());
        fields.put("differences", report.differences());
        fields.put("repaired", report.repaired());
        fields.put("failed", report.failed());
        write("end", fields);
    }

    private void write(String type, Map<String, Object> fields) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("type", type);
        line.putAll(fields);
        try {
            file.write(Json.line(line));
            file.newLine();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the report", e);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
