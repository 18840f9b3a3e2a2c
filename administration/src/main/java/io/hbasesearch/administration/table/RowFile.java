/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.table;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * A file of rows, which is read record by record: its memory does not grow with it. For one thread. Owns the stream that it is
 * opened with.
 */
public interface RowFile extends AutoCloseable {
    /** The formats of files. */
    enum Format {
        /** Values between commas, as RFC 4180 has them. */
        CSV,
        /** A JSON object on each line. */
        NDJSON;

        /** Returns the format that a file's name shows; empty if it shows none. */
        public static Optional<Format> of(String fileName) {
            String name = fileName.toLowerCase(Locale.ROOT);
            if (name.endsWith(".csv") || name.endsWith(".tsv")) {
                return Optional.of(CSV);
            }
            return name.endsWith(".ndjson") || name.endsWith(".jsonl") ? Optional.of(NDJSON) : Optional.empty();
        }
    }

    /**
     * How a file is written.
     *
     * @param delimiter between the values of CSV
     * @param columns names of the values of CSV; empty if the first line has them
     */
    record Layout(Format format, Charset charset, char delimiter, List<String> columns) {
        public Layout {
            Objects.requireNonNull(format, "format");
            Objects.requireNonNull(charset, "charset");
            columns = List.copyOf(columns);
        }
    }

    /**
     * Opens a file.
     *
     * @throws HBaseSearchException USAGE if it has no usable header
     */
    static RowFile open(InputStream in, Layout layout) throws IOException {
        BoundedReader reader = new BoundedReader(withoutMark(new InputStreamReader(
                in,
                layout.charset()
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT))));
        return switch (layout.format()) {
            case CSV -> new CsvRows(reader, layout);
            case NDJSON -> new JsonRows(reader);
        };
    }

    /** Skips a byte order mark, which spreadsheets write. */
    private static Reader withoutMark(Reader decoded) throws IOException {
        PushbackReader reader = new PushbackReader(new BufferedReader(decoded));
        try {
            int first = reader.read();
            if (first >= 0 && first != '\ufeff') {
                reader.unread(first);
            }
        } catch (CharacterCodingException e) {
            throw broken(0, e);
        }
        return reader;
    }

    /** Returns the names of the fields, if the file has them apart from its rows. */
    List<String> columns();

    /**
     * Returns the next record; empty at the end.
     *
     * @throws HBaseSearchException USAGE if the rest of the file cannot be read
     */
    Optional<FileRecord> next() throws IOException;

    @Override
    void close() throws IOException;

    /** Returns the error for a file whose rest cannot be read. */
    static HBaseSearchException broken(long line, IOException cause) {
        boolean isCharset = cause instanceof CharacterCodingException;
        return new HBaseSearchException(
                ErrorCode.USAGE,
                "the file cannot be read" + (line == 0 ? "" : " after line " + line) + ": "
                        + (isCharset ? "it is not text in the named character set" : cause.getMessage()),
                isCharset
                        ? "Name the file's character set, for example --charset GBK."
                        : "Correct the file, then run the command again: rows that are written are written again.",
                cause);
    }
}
