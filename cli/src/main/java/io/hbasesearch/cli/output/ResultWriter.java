/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.output;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.jspecify.annotations.Nullable;

/** Writes a {@link Result} in the requested format. For one thread; never closes the stream. */
public final class ResultWriter {
    private final PrintStream out;
    private final OutputFormat format;
    private final TextTable table;

    /** @param width columns of the terminal, 0 for no limit */
    public ResultWriter(PrintStream out, OutputFormat format, int width) {
        this.out = Objects.requireNonNull(out, "out");
        this.format = Objects.requireNonNull(format, "format");
        this.table = new TextTable(width);
    }

    public void write(Result result) {
        switch (format) {
            case TABLE ->
                out.print(table.render(
                        result.columns(),
                        result.rows().stream().map(row -> texts(result, row)).toList()));
            case JSON -> out.println(Json.line(jsonOf(result)));
            case NDJSON -> result.rows().forEach(row -> out.println(Json.line(row)));
            case CSV -> csv(result);
        }
        out.flush();
    }

    private static Object jsonOf(Result result) {
        if (result.summary().isEmpty()) {
            return result.rows();
        }
        Map<String, Object> json = new LinkedHashMap<>(result.summary());
        json.put(result.rowsName(), result.rows());
        return json;
    }

    private void csv(Result result) {
        CSVFormat rfc = CSVFormat.RFC4180.builder().setRecordSeparator('\n').get();
        try {
            // Not closed: the stream is not ours.
            @SuppressWarnings("resource")
            CSVPrinter printer = new CSVPrinter(out, rfc);
            printer.printRecord(result.columns());
            for (Map<String, @Nullable Object> row : result.rows()) {
                printer.printRecord(texts(result, row));
            }
            printer.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> texts(Result result, Map<String, @Nullable Object> row) {
        return result.columns().stream().map(column -> text(row.get(column))).toList();
    }

    private static String text(@Nullable Object value) {
        if (value == null) {
            return "";
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> entry.getKey() + "=" + text(entry.getValue()))
                    .collect(Collectors.joining(" "));
        }
        if (value instanceof Collection<?> values) {
            return values.stream().map(ResultWriter::text).collect(Collectors.joining(", "));
        }
        return value.toString();
    }
}
