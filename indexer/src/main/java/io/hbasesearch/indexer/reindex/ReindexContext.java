/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.pipeline.MappedTable;
import io.hbasesearch.indexer.pipeline.source.DeadLetterSink;
import io.hbasesearch.indexer.verify.IndexOffsets;
import io.hbasesearch.indexer.verify.RowToucher;
import java.time.Clock;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The collaborators of a run; all of them are borrowed, and safe for use by several threads.
 *
 * @param table maps rows as the live path does
 * @param wholeCheck throws if the index, its positions and its topic no longer belong together
 * @param clock measures the age of reads: that of the writer
 */
public record ReindexContext(
        IndexDefinition definition,
        IndexMetadata metadata,
        MappedTable table,
        Target target,
        Topic topic,
        Runnable wholeCheck,
        Clock clock) {
    public ReindexContext {
        Objects.requireNonNull(definition, "definition");
        Objects.requireNonNull(metadata, "metadata");
        Objects.requireNonNull(table, "table");
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(wholeCheck, "wholeCheck");
        Objects.requireNonNull(clock, "clock");
    }

    /**
     * Receives the documents of a run.
     *
     * @param writer drops rows that were read too long ago, as in the live path
     */
    public record Target(DocumentWriter writer, DocumentSearcher searcher, DeadLetterSink deadLetters) {
        public Target {
            Objects.requireNonNull(writer, "writer");
            Objects.requireNonNull(searcher, "searcher");
            Objects.requireNonNull(deadLetters, "deadLetters");
        }
    }

    /**
     * The topic of the index's events, and how far the index is with it.
     *
     * @param markers appends a marker to every partition; returns once all are acknowledged
     * @param markerCheck throws if the log has lost markers
     * @param touches has rows read again
     * @param offsets the index's offsets; polled about every second
     * @param attended whether any process is known to index at present
     */
    public record Topic(
            Supplier<Markers> markers,
            Consumer<MarkerPositions> markerCheck,
            RowToucher touches,
            Supplier<IndexOffsets> offsets,
            BooleanSupplier attended) {
        public Topic {
            Objects.requireNonNull(markers, "markers");
            Objects.requireNonNull(markerCheck, "markerCheck");
            Objects.requireNonNull(touches, "touches");
            Objects.requireNonNull(offsets, "offsets");
            Objects.requireNonNull(attended, "attended");
        }
    }

    /** Returns the same context with other markers. */
    public ReindexContext with(Supplier<Markers> others) {
        Topic changed = new Topic(others, topic.markerCheck(), topic.touches(), topic.offsets(), topic.attended());
        return new ReindexContext(definition, metadata, table, target, changed, wholeCheck, clock);
    }

    public String index() {
        return definition.name();
    }
}
