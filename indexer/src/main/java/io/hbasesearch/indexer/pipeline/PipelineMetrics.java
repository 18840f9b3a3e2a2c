/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.indexer.pipeline.source.DeadLetter;
import io.hbasesearch.indexer.pipeline.source.DeletionWatch;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** The metrics of one index's pipeline. Safe for use by several threads. */
final class PipelineMetrics {
    private static final String DOCUMENTS = "hbase_search_indexer_documents_total";
    private static final String DOCUMENTS_HELP =
            "Writes answered by the index; superseded means that a newer version already existed, which is a success";
    private static final String STUBS = "hbase_search_indexer_stubs_total";
    private static final String STUBS_HELP =
            "Stubs written instead of a document, for rows that are deleted or have failed";

    final Metrics.Counter edits;
    final Metrics.Counter markers;
    final Metrics.Counter unreadable;
    final Metrics.Counter unmapped;
    final Metrics.Counter coalesced;
    final Metrics.Counter rowsRead;
    final Metrics.Counter applied;
    final Metrics.Counter superseded;
    final Metrics.Counter rejected;
    final Metrics.Counter readTooOld;
    final Metrics.Timer readLatency;
    final Metrics.Timer mapLatency;
    final Metrics.Timer writeLatency;
    final DeletionWatch deletions;
    private final Metrics.Counter deletedStubs;
    private final Metrics.Counter failedStubs;
    private final Metrics.Timer putToAcknowledged;
    private final Map<DeadLetter.Stage, Metrics.Counter> deadLetters = new EnumMap<>(DeadLetter.Stage.class);

    PipelineMetrics(Metrics metrics, String index) {
        String events = "hbase_search_indexer_events_total";
        String eventsHelp = "Events taken from the topic";
        edits = metrics.counter(events, eventsHelp, "index", index, "kind", "row");
        markers = metrics.counter(events, eventsHelp, "index", index, "kind", "marker");
        unreadable = metrics.counter(events, eventsHelp, "index", index, "kind", "unreadable");
        unmapped = metrics.counter(events, eventsHelp, "index", index, "kind", "unmapped");
        coalesced = metrics.counter(
                "hbase_search_indexer_coalesced_events_total",
                "Events that required no separate read because a later event of the same poll had the same row",
                "index",
                index);
        rowsRead = metrics.counter("hbase_search_indexer_rows_read_total", "Rows read from HBase", "index", index);
        applied = metrics.counter(DOCUMENTS, DOCUMENTS_HELP, "index", index, "result", "applied");
        superseded = metrics.counter(DOCUMENTS, DOCUMENTS_HELP, "index", index, "result", "superseded");
        rejected = metrics.counter(DOCUMENTS, DOCUMENTS_HELP, "index", index, "result", "rejected");
        readTooOld = metrics.counter(DOCUMENTS, DOCUMENTS_HELP, "index", index, "result", "read_too_old");
        deletedStubs = metrics.counter(STUBS, STUBS_HELP, "index", index, "kind", "deleted");
        failedStubs = metrics.counter(STUBS, STUBS_HELP, "index", index, "kind", "failed");
        readLatency = metrics.timer(
                "hbase_search_indexer_read_seconds", "Time of one read of rows, without retries", "index", index);
        mapLatency =
                metrics.timer("hbase_search_indexer_map_seconds", "Time to map the rows of one batch", "index", index);
        writeLatency = metrics.timer(
                "hbase_search_indexer_write_seconds",
                "Time from the start of a batch's write to its results, for each part of the batch whose results"
                        + " arrive together",
                "index",
                index);
        putToAcknowledged = metrics.timer(
                "hbase_search_indexer_put_to_acknowledged_seconds",
                "Time from an edit's WAL entry to the acknowledgement of its document",
                "index",
                index);
        deletions = new DeletionWatch(index, metrics, System::nanoTime);
        for (DeadLetter.Stage stage : DeadLetter.Stage.values()) {
            deadLetters.put(
                    stage,
                    metrics.counter(
                            "hbase_search_indexer_dead_letters_total",
                            "Events stored in the dead-letter topic",
                            "index",
                            index,
                            "stage",
                            stage.name().toLowerCase(Locale.ROOT)));
        }
    }

    void deadLetter(DeadLetter.Stage stage) {
        Metrics.Counter counter = deadLetters.get(stage);
        if (counter != null) {
            counter.increment();
        }
    }

    /** @param isGone whether the row had none of the requested cells: an empty bucket of an existing row is not a deletion */
    void applied(IndexOperation operation, boolean isGone) {
        applied.increment();
        deletions.written(isGone && operation instanceof IndexOperation.MarkDeleted);
        if (operation instanceof IndexOperation.MarkDeleted) {
            deletedStubs.increment();
        } else if (operation instanceof IndexOperation.MarkFailed) {
            failedStubs.increment();
        }
    }

    /** @param oldestWriteMillis 0 if no edit has a write time */
    void acknowledged(long oldestWriteMillis, long nowMillis) {
        if (oldestWriteMillis > 0) {
            putToAcknowledged.record(Duration.ofMillis(Math.max(0, nowMillis - oldestWriteMillis)));
        }
    }
}
