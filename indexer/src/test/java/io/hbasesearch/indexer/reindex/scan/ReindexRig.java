/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex.scan;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.RowCursor;
import io.hbasesearch.core.row.RowFilter;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.event.RowPartition;
import io.hbasesearch.indexer.pipeline.MappedTable;
import io.hbasesearch.indexer.pipeline.source.DeadLetter;
import io.hbasesearch.indexer.pipeline.source.DeadLetterSink;
import io.hbasesearch.indexer.pipeline.source.SourceEvent;
import io.hbasesearch.indexer.reindex.Counts;
import io.hbasesearch.indexer.reindex.DoneRanges;
import io.hbasesearch.indexer.reindex.Limits;
import io.hbasesearch.indexer.reindex.MarkerPositions;
import io.hbasesearch.indexer.reindex.Markers;
import io.hbasesearch.indexer.reindex.ReindexContext;
import io.hbasesearch.indexer.reindex.ReindexListener;
import io.hbasesearch.indexer.reindex.Selection;
import io.hbasesearch.indexer.verify.IndexOffsets;
import io.hbasesearch.indexer.verify.SortedIndex;
import io.hbasesearch.indexer.verify.SortedTable;
import io.hbasesearch.testing.Fixtures;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

/** A table, a topic of two partitions and an index, all in memory, and a backfill between them. */
public class ReindexRig {
    static final int PARTITIONS = 2;
    static final IndexDefinition DEFINITION = new IndexDefinition(
            "test",
            TableId.parse("t"),
            RowKeyFormat.BINARY,
            List.of(FieldMapping.of("body", SortedTable.BODY, FieldType.TEXT)),
            "hash");
    static final ByteArray NOT_UTF8 = ByteArray.wrap(new byte[] {(byte) 0xff});

    IndexDefinition definition = DEFINITION;
    public final SortedTable table = new SortedTable();
    public volatile SortedIndex index = new SortedIndex();
    final VersionedWriter writer = new VersionedWriter(index);
    final List<DeadLetter> letters = Collections.synchronizedList(new ArrayList<>());

    /** What was done in which order: {@code mark}, {@code scan}, {@code letters}, {@code stub}, {@code touch}. */
    public final List<String> steps = Collections.synchronizedList(new ArrayList<>());

    public final List<RowKey> touched = Collections.synchronizedList(new ArrayList<>());
    /** Whether indexers are there. */
    public volatile boolean attended;

    /** Of each partition; another one after an election. */
    volatile int leader = 1;

    private final long[] ends = new long[PARTITIONS];

    /** How many events of each partition are in the index; null for all of them. */
    public volatile Long acknowledged;

    public DoneRanges done = DoneRanges.none();
    Counts counts = Counts.none();
    /** For tests that look at what was done before. */
    volatile Runnable onNote = () -> {};

    volatile MarkerPositions marked = MarkerPositions.none();
    final List<String> notes = new CopyOnWriteArrayList<>();
    final List<Double> fractions = Collections.synchronizedList(new ArrayList<>());
    private final IndexMetadata metadata = Fixtures.metadata("test")
            .table(DEFINITION.table())
            .source(new IndexSource("topic", "id", PARTITIONS, 1))
            .build();

    public static RowKey row(int number) {
        return RowKey.utf8(String.format("row-%03d", number));
    }

    public final void rows(int number) {
        IntStream.range(0, number).forEach(i -> table.rows.put(row(i), ByteArray.utf8("body " + i)));
    }

    final synchronized Markers mark() {
        steps.add("mark");
        List<SourceEvent> events = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            appended(partition, Optional.empty());
            events.add(new SourceEvent(partition, ends[partition]++, OptionalInt.of(leader), null, new byte[0]));
        }
        return new Markers(1, events, System.currentTimeMillis());
    }

    /** For tests that lose some. */
    public void requireThere(MarkerPositions marked) {}

    /** For tests whose index is put back. */
    void requireWhole() {}

    /** An edit that an indexer has put into the index already. */
    public final synchronized RowVersion edit(RowKey row, String body) {
        table.rows.put(row, ByteArray.utf8(body));
        RowVersion version = append(row);
        index(row, new Document(Map.of("body", body)), version);
        return version;
    }

    /** What indexers do with a row. */
    public void index(RowKey row, Document document, RowVersion version) {
        index.put(row, IndexedDocument.State.LIVE, document, version.value());
    }

    /** For tests with several of them. */
    public SortedIndex indexOf(IndexMetadata generation) {
        return index;
    }

    public DocumentWriter writerOf(IndexMetadata generation) {
        return writer;
    }

    /** An event of an edit, which nobody has indexed yet. */
    public final RowVersion announced(RowKey row) {
        return append(row);
    }

    private synchronized RowVersion append(RowKey row) {
        int partition = RowPartition.of(row.bytes().unsafeBytes(), PARTITIONS);
        appended(partition, Optional.of(row));
        return RowVersion.of(1, ends[partition]++);
    }

    /** For tests that follow the topic: an event, in the order of its partition; a marker is of no row. */
    void appended(int partition, Optional<RowKey> row) {}

    private Map<RowKey, RowVersion> touch(Collection<RowKey> rows) {
        steps.add("touch");
        touched.addAll(rows);
        Map<RowKey, RowVersion> versions = new LinkedHashMap<>();
        rows.forEach(row -> versions.put(row, append(row)));
        return versions;
    }

    public synchronized IndexOffsets offsets() {
        Map<Integer, Long> now = Map.of(0, ends[0], 1, ends[1]);
        Long limit = acknowledged;
        return new IndexOffsets(limit == null ? now : Map.of(0, limit, 1, limit), now);
    }

    final boolean run(int rowsInAPiece) {
        return run(rowsInAPiece, Selection.all());
    }

    final boolean run(int rowsInAPiece, Selection selection) {
        return reindex(rowsInAPiece, selection, Duration.ofSeconds(20)).run(done, counts, listener());
    }

    public final Reindex reindex(int rowsInAPiece, Selection selection, Duration patience) {
        return new Reindex(
                context(),
                selection,
                Limits.standard(1),
                new PieceScan.Bounds(rowsInAPiece, Duration.ofMinutes(1)),
                patience);
    }

    final ReindexListener listener() {
        return new ReindexListener() {
            @Override
            public void done(DoneRanges now, Counts soFar) {
                done = now;
                counts = soFar;
            }

            @Override
            public MarkerPositions marked() {
                return marked;
            }

            @Override
            public void marked(MarkerPositions appended) {
                onNote.run();
                marked = marked.and(appended);
            }

            @Override
            public void progress(Counts soFar, double fraction, String note) {
                counts = soFar;
                fractions.add(fraction);
                notes.add(note);
            }
        };
    }

    public final ReindexContext context() {
        return context(metadata);
    }

    public final ReindexContext context(IndexMetadata generation) {
        DeadLetterSink sink = new DeadLetterSink() {
            @Override
            public void store(List<DeadLetter> stored) {
                steps.add("letters");
                letters.addAll(stored);
            }

            @Override
            public void close() {}
        };
        return new ReindexContext(
                definition,
                generation,
                new MappedTable(new Scans(), Duration.ofSeconds(1), new RowMapper(definition)::outcome),
                new ReindexContext.Target(writerOf(generation), indexOf(generation), sink),
                new ReindexContext.Topic(this::mark, this::requireThere, this::touch, this::offsets, () -> attended),
                this::requireWhole,
                Clock.systemUTC());
    }

    final IndexedDocument document(RowKey row) {
        return index.documents.get(DocumentId.of(row));
    }

    /** For tests that filter. */
    RowCursor matching(TableId of, RowFilter filter, KeyRange range) {
        throw new UnsupportedOperationException();
    }

    /** The table, whose scans are noted. */
    private final class Scans implements RowReader {
        @Override
        public List<Row> read(TableId of, ColumnSelection columns, List<RowKey> keys, Duration timeout) {
            return table.read(of, columns, keys, timeout);
        }

        @Override
        public List<Row> readSome(
                TableId of, ColumnSelection columns, List<RowKey> keys, long mostBytes, Duration timeout) {
            return table.readSome(of, columns, keys, mostBytes, timeout);
        }

        @Override
        public RowCursor scan(TableId of, ColumnSelection columns, KeyRange range) {
            steps.add("scan");
            return table.scan(of, columns, range);
        }

        @Override
        public RowCursor matching(TableId of, RowFilter filter, KeyRange range) {
            return ReindexRig.this.matching(of, filter, range);
        }

        @Override
        public List<KeyRange> regions(TableId of) {
            return table.regions(of);
        }

        @Override
        public Optional<RowKey> last(TableId of, KeyRange range) {
            return table.last(of, range);
        }

        @Override
        public Optional<RowKey> after(TableId of, KeyRange range, int number) {
            return table.after(of, range, number);
        }

        @Override
        public CheckResult check() {
            return CheckResult.healthy();
        }

        @Override
        public void close() {}
    }
}
