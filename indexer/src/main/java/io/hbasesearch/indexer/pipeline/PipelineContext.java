/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.config.IndexerConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.pipeline.source.DeadLetterSink;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The collaborators of one index's pipeline; all of them are borrowed.
 *
 * @param tableReplaced whether the table's rows were thrown away since it was asked last
 */
public record PipelineContext(
        IndexDefinition definition,
        IndexMetadata metadata,
        MappedTable table,
        BooleanSupplier tableReplaced,
        Outputs outputs,
        Shared shared) {
    public PipelineContext {
        Objects.requireNonNull(definition, "definition");
        Objects.requireNonNull(metadata, "metadata");
        Objects.requireNonNull(table, "table");
        Objects.requireNonNull(tableReplaced, "tableReplaced");
        Objects.requireNonNull(outputs, "outputs");
        Objects.requireNonNull(shared, "shared");
    }

    /**
     * Receives what the pipeline makes of events.
     *
     * @param touches appends a touch of each row to its partition; returns once they are acknowledged
     */
    public record Outputs(
            DocumentWriter writer, DeadLetterSink deadLetters, Consumer<List<RowKey>> touches, RangeRepair repairs) {
        public Outputs {
            Objects.requireNonNull(writer, "writer");
            Objects.requireNonNull(deadLetters, "deadLetters");
            Objects.requireNonNull(touches, "touches");
            Objects.requireNonNull(repairs, "repairs");
        }
    }

    /**
     * The collaborators that the pipelines of a process share.
     *
     * @param room that all indexes have together for what is in flight
     */
    public record Shared(IndexerConfig config, InFlightRoom room, Metrics metrics, Clock clock) {
        public Shared {
            Objects.requireNonNull(config, "config");
            Objects.requireNonNull(room, "room");
            Objects.requireNonNull(metrics, "metrics");
            Objects.requireNonNull(clock, "clock");
        }
    }

    String index() {
        return definition.name();
    }
}
