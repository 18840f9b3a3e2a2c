/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.reindex;

import io.hbasesearch.cli.command.KeyRangeOptions;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.indexer.reindex.Selection;
import io.hbasesearch.indexer.reindex.scan.RowSources;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** The options that select the rows to reindex. For the main thread. */
final class ReindexSelection extends KeyRangeOptions {
    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = Timestamp.class,
            description = "Only rows that have a cell with this timestamp or a later one: 2026-01-31T12:00:00Z, or"
                    + " milliseconds.")
    private @Nullable Long since;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            converter = Timestamp.class,
            description = "Only rows that have a cell with a timestamp before this.")
    private @Nullable Long until;

    @Option(
            names = "--where",
            paramLabel = "COLUMN",
            split = ",",
            description = "Only rows that have a cell in this family, or in this family:qualifier; repeatable.")
    private List<String> where = List.of();

    static final class Timestamp implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            try {
                return text.matches("[0-9]{1,18}")
                        ? Long.parseLong(text)
                        : Instant.parse(text).toEpochMilli();
            } catch (DateTimeParseException e) {
                throw new TypeConversionException(
                        "'" + text + "' is neither a time such as 2026-01-31T12:00:00Z nor milliseconds since 1970");
            }
        }
    }

    /** @throws ParameterException if no row can match, or an option is invalid */
    Selection get() {
        KeyRange range = range();
        if (since != null && until != null && since >= until) {
            throw refused("the range of timestamps is empty: --since is not before --until");
        }
        try {
            RowSources.columns(where);
        } catch (IllegalArgumentException e) {
            throw refused("--where: " + e.getMessage());
        }
        return new Selection(range, millis(since), millis(until), where);
    }

    private static OptionalLong millis(@Nullable Long time) {
        return time == null ? OptionalLong.empty() : OptionalLong.of(time);
    }
}
