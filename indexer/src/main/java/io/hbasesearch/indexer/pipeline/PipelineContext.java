/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.config.IndexerConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.RowOutcome;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.pipeline.source.DeadLetterSink;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The collaborators of one index's pipeline; all of them are borrowed.
 *
 * @param mapper pure; throws {@link io.hbasesearch.core.mapping.UnmappableRowException} for poison
 * @param readTimeout for one read of rows
 * @param touches appends a touch of each row to its partition; returns once they are acknowledged
 * @param tableReplaced whether the table's rows were thrown away since it was asked last
 * @param room that all indexes of the process have together for what is in flight
 */
public record PipelineContext(
        IndexDefinition definition,
        IndexMetadata metadata,
        IndexerConfig config,
        Duration readTimeout,
        Function<Row, RowOutcome> mapper,
        RowReader rows,
        DocumentWriter writer,
        DeadLetterSink deadLetters,
        Consumer<List<RowKey>> touches,
        RangeRepair repairs,
        BooleanSupplier tableReplaced,
        InFlightRoom room,
        Metrics metrics,
        Clock clock) {
    public PipelineContext {
        Objects.requireNonNull(definition, "definition");
        Objects.requireNonNull(metadata, "metadata");
        Objects.requireNonNull(config, "config");
        Objects.requireNonNull(readTimeout, "readTimeout");
        Objects.requireNonNull(mapper, "mapper");
        Objects.requireNonNull(rows, "rows");
        Objects.requireNonNull(writer, "writer");
        Objects.requireNonNull(deadLetters, "deadLetters");
        Objects.requireNonNull(touches, "touches");
        Objects.requireNonNull(repairs, "repairs");
        Objects.requireNonNull(tableReplaced, "tableReplaced");
        Objects.requireNonNull(room, "room");
        Objects.requireNonNull(metrics, "metrics");
        Objects.requireNonNull(clock, "clock");
    }

    String index() {
        return definition.name();
    }
}
