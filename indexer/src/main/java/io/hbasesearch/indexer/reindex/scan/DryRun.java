/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.scan;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.mapping.RowOutcome;
import io.hbasesearch.core.mapping.RowParts;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.core.row.RowCursor;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.core.spi.WriteResult;
import io.hbasesearch.indexer.reindex.Selection;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutionException;

/**
 * Tries a reindex with a sample of rows: maps them and writes them to a temporary index, which it removes. Reports each field that
 * could not be mapped and each document that the index rejected. Touches neither the real index nor the topic. For one thread.
 */
public final class DryRun {
    private static final String MARK = "-dry-run-";
    /** Stands in for the topic, which every index of a user has: nothing feeds a trial index. */
    private static final String NO_TOPIC = "none";

    private static final int NAME_CHARACTERS = 8;
    private static final int BATCH = 200;
    private static final int MOST_KINDS = 100;
    /** Age from which a temporary index counts as abandoned by a killed process. */
    private static final Duration ABANDONED = Duration.ofHours(1);

    private final IndexDefinition definition;
    private final RowReader rows;
    private final Duration readTimeout;
    private final IndexBackend backend;
    private final Clock clock;
    private final RowMapper mapper;
    private final RowParts parts;
    private final Map<List<String>, Rejected> kinds = new LinkedHashMap<>();
    private long seen;
    private long rejected;
    private long leftOut;
    private long pendingBytes;

    /** @param backend in which the temporary index is created */
    public DryRun(IndexDefinition definition, RowReader rows, Duration readTimeout, IndexBackend backend, Clock clock) {
        this.definition = Objects.requireNonNull(definition, "definition");
        this.rows = Objects.requireNonNull(rows, "rows");
        this.readTimeout = Objects.requireNonNull(readTimeout, "readTimeout");
        this.backend = Objects.requireNonNull(backend, "backend");
        this.clock = Objects.requireNonNull(clock, "clock");
        this.mapper = new RowMapper(definition);
        this.parts = new RowParts(definition);
    }

    /**
     * A kind of rejection.
     *
     * @param stage {@code map}, or {@code index} if the index rejected the document
     * @param field empty if no single field is known, or for the row key
     * @param message names columns and fields; contains no values, except those that the index's own response quotes
     * @param rows number of rows affected
     * @param example one of these rows
     */
    public record Rejected(String stage, String field, String message, long rows, RowKey example) {}

    /**
     * @param rows that were tried
     * @param rejected rows that would get a dead letter instead of a document
     * @param leftOut rows that the definition excludes
     * @param kinds the first {@value #MOST_KINDS} kinds of rejection
     */
    public record Report(long rows, long rejected, long leftOut, List<Rejected> kinds) {
        public Report {
            kinds = List.copyOf(kinds);
        }
    }

    /** @param sample maximum number of rows to try, taken from all regions */
    public Report run(Selection selection, int sample) throws InterruptedException {
        removeAbandoned();
        IndexDefinition own = definition.called(
                definition.name() + MARK + UUID.randomUUID().toString().substring(0, NAME_CHARACTERS));
        IndexMetadata created = backend.admin().create(own, new IndexSource(NO_TOPIC, NO_TOPIC, 1, 1));
        try (DocumentWriter writer = backend.openWriter(own, created, ABANDONED)) {
            tryRows(selection, sample, writer);
            return new Report(seen, rejected, leftOut, List.copyOf(kinds.values()));
        } finally {
            boolean interrupted = Thread.interrupted();
            backend.admin().delete(own.name());
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns whether an index is a temporary one of a dry run; other commands ignore it. */
    public static boolean isTrial(IndexMetadata index) {
        return index.topic().equals(NO_TOPIC);
    }

    private void removeAbandoned() {
        Instant before = clock.instant().minus(ABANDONED);
        backend.admin().list().stream()
                .filter(index -> index.index().startsWith(definition.name() + MARK) && isTrial(index))
                .filter(index -> index.createdAt().isBefore(before))
                .forEach(index -> backend.admin().delete(index.index()));
    }

    private void tryRows(Selection selection, int sample, DocumentWriter writer) throws InterruptedException {
        RowSource source = RowSources.of(rows, definition, readTimeout, selection, clock);
        List<KeyRange> regions = rows.regions(definition.table()).stream()
                .map(region -> region.intersection(selection.range()))
                .filter(region -> !region.isEmpty())
                .toList();
        int left = sample;
        for (int i = 0; i < regions.size() && left > 0; i++) {
            // The other regions take over what a small region does not use of its share.
            int share = (left + regions.size() - i - 1) / (regions.size() - i);
            left -= tryRegion(source, regions.get(i), share, writer);
        }
    }

    private int tryRegion(RowSource source, KeyRange region, int share, DocumentWriter writer)
            throws InterruptedException {
        int tried = 0;
        List<IndexOperation> batch = new ArrayList<>();
        try (RowCursor cursor = source.open(region)) {
            while (tried < share && cursor.hasNext()) {
                Row row = cursor.next();
                if (!row.isEmpty()) {
                    tried++;
                    pendingBytes += row.bytes();
                    map(row, batch);
                }
                if (batch.size() >= Math.min(BATCH, definition.rowsTogether())
                        || pendingBytes >= PieceWrites.BATCH_BYTES) {
                    write(batch, writer);
                }
            }
        }
        write(batch, writer);
        seen += tried;
        return tried;
    }

    private void map(Row row, List<IndexOperation> batch) {
        boolean isRejected = false;
        boolean isIndexed = false;
        for (Row part : parts.of(row)) {
            List<RowMapper.Rejection> rejections = mapper.rejections(part);
            for (RowMapper.Rejection rejection : rejections) {
                count("map", rejection.field(), rejection.message(), row.key());
            }
            isRejected |= !rejections.isEmpty();
            if (rejections.isEmpty() && !part.isEmpty() && mapper.outcome(part) instanceof RowOutcome.Indexed made) {
                isIndexed = true;
                batch.add(new IndexOperation.Upsert(
                        row.key(), part.bucket(), RowVersion.of(1, 0), clock.millis(), made.document()));
            }
        }
        rejected += isRejected ? 1 : 0;
        leftOut += isRejected || isIndexed ? 0 : 1;
    }

    private void write(List<IndexOperation> batch, DocumentWriter writer) throws InterruptedException {
        pendingBytes = 0;
        if (batch.isEmpty()) {
            return;
        }
        List<WriteResult> results;
        try {
            results = writer.write(List.copyOf(batch)).get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException known) {
                throw known;
            }
            throw new IllegalStateException(e.getCause());
        }
        for (int i = 0; i < results.size(); i++) {
            if (results.get(i) instanceof WriteResult.Rejected refused) {
                rejected++;
                count("index", "", refused.reason(), batch.get(i).row());
            }
        }
        batch.clear();
    }

    private void count(String stage, String field, String message, RowKey row) {
        List<String> kind = List.of(stage, field, message);
        if (kinds.size() < MOST_KINDS || kinds.containsKey(kind)) {
            kinds.merge(
                    kind,
                    new Rejected(stage, field, message, 1, row),
                    (known, one) -> new Rejected(stage, field, message, known.rows() + 1, known.example()));
        }
    }
}
