/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.table;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** Reads rows from CSV. An empty value is none: the row gets no cell for it. */
final class CsvRows implements RowFile {
    private final BoundedReader reader;
    private final CSVParser parser;
    private final Iterator<CSVRecord> records;
    private final List<String> columns;

    CsvRows(BoundedReader reader, Layout layout) throws IOException {
        this.reader = reader;
        // Empty lines are read, so that lines are counted.
        this.parser = CSVFormat.RFC4180
                .builder()
                .setDelimiter(layout.delimiter())
                .setIgnoreEmptyLines(false)
                .get()
                .parse(reader);
        this.records = parser.iterator();
        this.columns = layout.columns().isEmpty() ? header() : layout.columns();
        Set<String> seen = new HashSet<>();
        for (String column : columns) {
            if (column.isBlank() || !seen.add(column)) {
                throw new HBaseSearchException(
                        ErrorCode.USAGE,
                        column.isBlank()
                                ? "a column of the file has no name"
                                : "two columns of the file have the name '" + column + "'",
                        "Name all columns with --columns NAME,..., and remove the header line.",
                        null);
            }
        }
    }

    private List<String> header() throws IOException {
        return record().map(first -> first.stream().map(String::strip).toList())
                .orElseThrow(() -> new HBaseSearchException(
                        ErrorCode.USAGE,
                        "the file is empty",
                        "A CSV file begins with a line of names, or --columns has them.",
                        null));
    }

    @Override
    public List<String> columns() {
        return columns;
    }

    @Override
    public Optional<FileRecord> next() throws IOException {
        while (true) {
            long line = parser.getCurrentLineNumber() + 1;
            Optional<CSVRecord> read = record();
            boolean isEmpty = read.isPresent()
                    && read.get().size() == 1
                    && read.get().get(0).isEmpty();
            if (!isEmpty) {
                return read.map(record -> of(line, record));
            }
        }
    }

    private FileRecord of(long line, CSVRecord record) {
        if (record.size() != columns.size()) {
            return FileRecord.unreadable(
                    line, "it has " + record.size() + " values, but there are " + columns.size() + " columns");
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            if (!record.get(i).isEmpty()) {
                values.put(columns.get(i), record.get(i));
            }
        }
        return FileRecord.of(line, values);
    }

    private Optional<CSVRecord> record() {
        reader.begin();
        long line = parser.getCurrentLineNumber();
        try {
            return records.hasNext() ? Optional.of(records.next()) : Optional.empty();
        } catch (UncheckedIOException e) {
            throw RowFile.broken(line, e.getCause());
        }
    }

    @Override
    public void close() throws IOException {
        parser.close();
    }
}
