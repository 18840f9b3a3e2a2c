/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.concurrent.RetryPolicy;
import io.hbasesearch.core.concurrent.StopSignal;
import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.error.Backoff;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.Bucket;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.RowVersion;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.row.RowReader;
import io.hbasesearch.testing.PartialRowReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is read of rows that have several documents, and the memory that is kept free for it. */
class ReadStageTest {
    private static final int BUCKETS = 8;
    private static final int COLUMNS = 800;
    private static final RowKey ROW = RowKey.utf8("wide");
    private static final IndexDefinition DEFINITION = DefinitionText.read(
            "wide",
            """
            table: t
            unit: cell
            fields: {}
            cells: {columns: ["d:*"], buckets: 8, values: {text: {type: text}}}
            """);

    private static final IndexDefinition NARROW =
            DefinitionText.read("narrow", "table: t\nfields: {text: {column: 'd:text', type: text}}\n");

    private final PipelineRig rig = new PipelineRig(1);
    private final InFlight inFlight = new InFlight(100, 100 << 20, rig.room);
    private long reserved;

    private final RowReader table = new PartialRowReader() {
        @Override
        public List<Row> read(TableId name, ColumnSelection columns, List<RowKey> keys, Duration timeout) {
            reserved = inFlight.bytes();
            Predicate<ColumnName> kept = columns.filter().orElseThrow().ofRow();
            return keys.stream()
                    .map(key -> new Row(
                            key,
                            IntStream.range(0, COLUMNS)
                                    .mapToObj(i -> ColumnName.of("d", "c" + i))
                                    .filter(kept)
                                    .map(column -> new Cell(column, 1, ByteArray.utf8("text")))
                                    .toList()))
                    .toList();
        }
    };

    private final ReadStage reads = stage(DEFINITION, table);

    private ReadStage stage(IndexDefinition definition, RowReader table) {
        return stage(definition, inFlight, table);
    }

    private ReadStage stage(IndexDefinition definition, InFlight inFlight, RowReader table) {
        PipelineContext context = rig.context();
        return new ReadStage(
                new PipelineContext(
                        definition,
                        context.metadata(),
                        new MappedTable(table, context.table().readTimeout(), new RowMapper(definition)::outcome),
                        context.tableReplaced(),
                        context.outputs(),
                        context.shared()),
                inFlight,
                RetryPolicy.forever(
                        new StopSignal(), new Backoff(Duration.ofMillis(1), Duration.ofMillis(1)), rig.health::ailing),
                new PipelineMetrics(Metrics.none(), "wide"));
    }

    @AfterEach
    void close() {
        rig.close();
    }

    /** @return what it reads takes, as the stage counts it */
    private long read(List<Bucket> buckets) throws Exception {
        RowWork work = new RowWork(
                ROW, Set.copyOf(buckets), RowVersion.of(1, 1), rig.topic.edit(ROW), List.of(), 0, new RowWork.Shares());
        ReadStage.Mapped mapped = reads.process(new RowBatch(List.of(work)));
        assertThat(mapped.operations()).hasSize(buckets.size());
        inFlight.removeRows(mapped.rowBytes());
        assertThat(inFlight.bytes()).isZero();
        return mapped.rowBytes();
    }

    /** Rows of one column, whose values have these bytes. @return how many were read each time */
    private List<Integer> read(int rows, ByteArray value) throws Exception {
        List<Integer> together = new ArrayList<>();
        ReadStage stage = stage(NARROW, new PartialRowReader() {
            @Override
            public List<Row> read(TableId name, ColumnSelection columns, List<RowKey> keys, Duration timeout) {
                together.add(keys.size());
                return keys.stream()
                        .map(key -> new Row(key, List.of(new Cell(ColumnName.of("d", "text"), 1, value))))
                        .toList();
            }
        });
        RowBatch batch = new RowBatch(IntStream.range(0, rows)
                .mapToObj(i -> RowKey.utf8("row" + i))
                .map(row -> new RowWork(row, RowVersion.of(1, 1), rig.topic.edit(row), List.of(), 0))
                .toList());
        int mapped = 0;
        while (!batch.isDone()) {
            ReadStage.Mapped part = stage.process(batch);
            batch.handedOver();
            mapped += part.operations().size();
            inFlight.removeRows(part.rowBytes());
        }
        assertThat(mapped).isEqualTo(rows);
        assertThat(inFlight.bytes()).isZero();
        return together;
    }

    /** Also right after the start, when nothing is known of them. */
    @Test
    void ofLargeRowsNoMoreAreReadTogetherThanHaveRoom() throws Exception {
        long room = roomOfOne();
        int size = (int) room / 4;
        List<Integer> together = read(100, ByteArray.wrap(new byte[size]));
        assertThat(together).first().isEqualTo(1);
        assertThat(together).allMatch(rows -> (long) rows * size <= room);
        assertThat(together).hasSizeLessThan(40);
    }

    @Test
    void smallRowsAreSoonReadTogether() throws Exception {
        assertThat(read(100, ByteArray.utf8("x"))).containsExactly(1, 2, 4, 8, 16, 32, 37);
    }

    @Test
    void memoryIsReservedForTheBucketsThatAreRead() throws Exception {
        for (int i = 0; i < 30; i++) {
            read(Bucket.all(BUCKETS));
        }
        long all = read(Bucket.all(BUCKETS));
        assertThat(all).isGreaterThan(roomOfOne());
        assertThat(reserved).isBetween(all * 9 / 10, all * 11 / 10);
        long one = read(List.of(Bucket.of(3)));
        assertThat(one).isLessThan(all / (BUCKETS - 2));
        assertThat(reserved).isGreaterThanOrEqualTo(roomOfOne());
        assertThat(reserved).isLessThan(all);
    }

    /** What one thread may read at a time. */
    private long roomOfOne() {
        return rig.config.buffer().bytes() / 2 / (rig.config.readConcurrency() + 2);
    }

    /** Read while another index holds half of the room and stands still: they wait for their room without rows in hand. */
    @Test
    void rowsLargerThanReservedAreReadAgainOnceThereIsRoom() throws Exception {
        rig.room = new InFlightRoom(3L << 20);
        InFlight own = new InFlight(100, 100 << 20, rig.room);
        InFlightRoom.Share other = rig.room.share(Long.MAX_VALUE);
        other.reserve(2L << 20);
        AtomicInteger reads = new AtomicInteger();
        ReadStage stage = stage(NARROW, own, new PartialRowReader() {
            @Override
            public List<Row> read(TableId name, ColumnSelection columns, List<RowKey> keys, Duration timeout) {
                reads.incrementAndGet();
                return List.of(new Row(
                        keys.get(0),
                        List.of(new Cell(ColumnName.of("d", "text"), 1, ByteArray.wrap(new byte[2 << 20])))));
            }
        });
        RowBatch batch =
                new RowBatch(List.of(new RowWork(ROW, RowVersion.of(1, 1), rig.topic.edit(ROW), List.of(), 0)));
        CompletableFuture<ReadStage.Mapped> mapped = new CompletableFuture<>();
        Thread reader = new Thread(() -> {
            try {
                mapped.complete(stage.process(batch));
            } catch (StoppedException e) {
                mapped.completeExceptionally(e);
            }
        });
        reader.start();
        Awaitility.await().until(() -> reads.get() == 1 && rig.room.waiting() == 1);
        assertThat(rig.room.rowBytes()).isEqualTo(2L << 20);
        other.giveBack(2L << 20);
        ReadStage.Mapped rows = mapped.get(10, TimeUnit.SECONDS);
        assertThat(reads).hasValue(2);
        assertThat(rig.room.rowBytes()).isEqualTo(rows.rowBytes()).isGreaterThan(2L << 20);
        own.removeRows(rows.rowBytes());
        assertThat(rig.room.rowBytes()).isZero();
    }

    @Test
    void ofABatchThatComesInPartTheRestIsReadNext() throws Exception {
        ReadStage stage = stage(NARROW, new PartialRowReader() {
            @Override
            public List<Row> readSome(
                    TableId name, ColumnSelection columns, List<RowKey> keys, long mostBytes, Duration timeout) {
                assertThat(mostBytes).isEqualTo(roomOfOne());
                return keys.subList(0, Math.min(2, keys.size())).stream()
                        .map(key -> new Row(key, List.of(new Cell(ColumnName.of("d", "text"), 1, ByteArray.utf8("x")))))
                        .toList();
            }
        });
        List<RowKey> rows =
                IntStream.range(0, 9).mapToObj(i -> RowKey.utf8("row" + i)).toList();
        RowBatch batch = new RowBatch(rows.stream()
                .map(row -> new RowWork(row, RowVersion.of(1, 1), rig.topic.edit(row), List.of(), 0))
                .toList());
        List<RowKey> mapped = new ArrayList<>();
        while (!batch.isDone()) {
            ReadStage.Mapped part = stage.process(batch);
            batch.handedOver();
            part.operations().forEach(pending -> mapped.add(pending.operation().row()));
        }
        assertThat(mapped).containsExactlyElementsOf(rows);
    }

    @Test
    void aRowThatIsTooLargeIsPoisonAndNoDeletion() throws Exception {
        ReadStage stage = stage(NARROW, new PartialRowReader() {
            @Override
            public List<Row> read(TableId name, ColumnSelection columns, List<RowKey> keys, Duration timeout) {
                return List.of(Row.tooLarge(keys.get(0), new Row.Excess(2_000, 1_000)));
            }
        });
        ReadStage.Mapped part = stage.process(
                new RowBatch(List.of(new RowWork(ROW, RowVersion.of(1, 1), rig.topic.edit(ROW), List.of(), 0))));
        assertThat(part.operations()).isEmpty();
        assertThat(part.poisoned()).singleElement().satisfies(poison -> {
            assertThat(poison.message()).contains("2000", "1000", "indexer.maxRowBytes");
            assertThat(poison.stubs()).hasSize(1);
        });
    }
}
