/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.RowOutcome;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.pipeline.source.DeadLetterSink;
import io.hbasesearch.indexer.verify.IndexOffsets;
import io.hbasesearch.indexer.verify.RowToucher;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The collaborators of a run; all of them are borrowed, and safe for use by several threads.
 *
 * @param mapper the same as in the live path
 * @param readTimeout for one batch of rows that is read by keys
 * @param writer drops rows that were read too long ago, as in the live path
 * @param markers appends a marker to every partition; returns once all are acknowledged
 * @param markerCheck throws if the log has lost markers
 * @param wholeCheck throws if the index, its positions and its topic no longer belong together
 * @param touches has rows read again
 * @param offsets the index's offsets; polled about every second
 * @param attended whether any process is known to index at present
 * @param clock measures the age of reads: that of the writer
 */
public record ReindexContext(
        IndexDefinition definition,
        IndexMetadata metadata,
        Function<Row, RowOutcome> mapper,
        RowReader rows,
        Duration readTimeout,
        DocumentWriter writer,
        DocumentSearcher searcher,
        DeadLetterSink deadLetters,
        Supplier<Markers> markers,
        Consumer<MarkerPositions> markerCheck,
        Runnable wholeCheck,
        RowToucher touches,
        Supplier<IndexOffsets> offsets,
        BooleanSupplier attended,
        Clock clock) {
    public ReindexContext {
        Objects.requireNonNull(definition, "definition");
        Objects.requireNonNull(metadata, "metadata");
        Objects.requireNonNull(mapper, "mapper");
        Objects.requireNonNull(rows, "rows");
        Objects.requireNonNull(readTimeout, "readTimeout");
        Objects.requireNonNull(writer, "writer");
        Objects.requireNonNull(searcher, "searcher");
        Objects.requireNonNull(deadLetters, "deadLetters");
        Objects.requireNonNull(markers, "markers");
        Objects.requireNonNull(markerCheck, "markerCheck");
        Objects.requireNonNull(wholeCheck, "wholeCheck");
        Objects.requireNonNull(touches, "touches");
        Objects.requireNonNull(offsets, "offsets");
        Objects.requireNonNull(attended, "attended");
        Objects.requireNonNull(clock, "clock");
    }

    /** Returns the same context with other markers. */
    public ReindexContext with(Supplier<Markers> others) {
        return new ReindexContext(
                definition,
                metadata,
                mapper,
                rows,
                readTimeout,
                writer,
                searcher,
                deadLetters,
                others,
                markerCheck,
                wholeCheck,
                touches,
                offsets,
                attended,
                clock);
    }

    public String index() {
        return definition.name();
    }
}
