/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.DefinitionText;
import io.hbasesearch.core.definition.IndexDefinition;
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
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
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

    private final PipelineRig rig = new PipelineRig(1);
    private final InFlight inFlight = new InFlight(100, 100 << 20);
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

    private final ReadStage reads = stage();

    private ReadStage stage() {
        PipelineContext context = rig.context();
        return new ReadStage(
                new PipelineContext(
                        DEFINITION,
                        context.metadata(),
                        context.config(),
                        context.readTimeout(),
                        new RowMapper(DEFINITION)::outcome,
                        table,
                        context.writer(),
                        context.deadLetters(),
                        context.repairs(),
                        context.tableReplaced(),
                        context.metrics(),
                        context.clock()),
                inFlight,
                new Retrier(new StopSignal(), rig.health, new Backoff(Duration.ofMillis(1), Duration.ofMillis(1))),
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

    @Test
    void memory_is_reserved_for_the_buckets_that_are_read() throws Exception {
        for (int i = 0; i < 30; i++) {
            read(Bucket.all(BUCKETS));
        }
        long all = read(Bucket.all(BUCKETS));
        assertThat(reserved).isBetween(all * 9 / 10, all * 11 / 10);
        long one = read(List.of(Bucket.of(3)));
        assertThat(one).isLessThan(all / (BUCKETS - 2));
        assertThat(reserved).isBetween(all / (BUCKETS + 2), all / (BUCKETS - 2));
    }
}
