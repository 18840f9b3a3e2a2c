/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.WriteListener.Settled;
import io.hbasesearch.core.spi.WriteResult;
import io.hbasesearch.event.RowPartition;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rows change while reads and writes are slow, fail, overtake each other and the process stops and starts; at the end the
 * index equals the table. On the way every write is checked for the invariant that carries the proof: a write at version V
 * stems from a read that began after every event of its partition up to V was appended.
 */
@Timeout(120)
class ConvergenceTest {
    private static final int PARTITIONS = 3;
    private static final int ROWS = 100;
    private static final int KILL = 3;

    private final PipelineRig rig = new PipelineRig(PARTITIONS);
    private final ScheduledExecutorService late = Executors.newScheduledThreadPool(2);
    private int checked;

    @AfterEach
    void close() {
        rig.close();
        late.shutdownNow();
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 22, 33, 44, 55, 66})
    void theIndexEqualsTheTableWhenWritesStop(long seed) {
        Random random = new Random(seed);
        disturb(seed);
        rig.start();
        for (int step = 0; step < 1_500; step++) {
            mutate(random);
            if (random.nextInt(150) == 0) {
                restart(random.nextInt(4));
            }
            if (random.nextInt(40) == 0) {
                pause();
            }
        }
        // Slowly enough that most reads begin at the end of the log: only there can one be too early for its version.
        for (int step = 0; step < 150; step++) {
            mutate(random);
            pause();
        }
        // Each kill hits work that no later change makes good.
        for (int round = 0; round < 10; round++) {
            for (int step = 0; step < 10; step++) {
                mutate(random);
                pause();
            }
            restart(KILL);
            stopDuringAnOutage(random);
        }
        rig.awaitCommitted();
        await().atMost(PipelineRig.PATIENCE)
                .untilAsserted(
                        () -> assertThat(rig.progress.last().bufferedEvents()).isZero());
        rig.stop();
        assertIndexEqualsTable();
        assertInvariant();
    }

    /** Changes a row, and then announces it: once, twice, or by an event of another row too. */
    private void mutate(Random random) {
        RowKey row = row(random.nextInt(ROWS));
        switch (random.nextInt(6)) {
            case 0 -> rig.table.delete(row);
            case 1 -> rig.table.put(row, FakeTable.POISON + random.nextInt());
            default -> rig.table.put(row, "state " + random.nextInt());
        }
        rig.topic.edit(row);
        if (random.nextInt(4) == 0) {
            rig.topic.edit(row(random.nextInt(ROWS)));
        }
        if (random.nextInt(10) == 0) {
            rig.topic.gap(random.nextInt(PARTITIONS), 1 + random.nextInt(3));
        }
    }

    private void disturb(long seed) {
        Random random = new Random(seed);
        rig.table.delay = () -> sleepUpTo(random, 3);
        rig.table.failures = () -> random.nextInt(20) == 0 ? PipelineRig.unreachable() : null;
        rig.deadLetters.failures = () -> random.nextInt(10) == 0 ? PipelineRig.unreachable() : null;
        rig.index.verdict = operation -> {
            if (random.nextInt(25) == 0) {
                return new WriteResult.ReadTooOld();
            }
            return operation instanceof IndexOperation.Upsert && random.nextInt(50) == 0
                    ? new WriteResult.Rejected("no room")
                    : null;
        };
        rig.index.answers = answer -> {
            CompletableFuture<List<Settled>> delayed = new CompletableFuture<>();
            late.schedule(() -> delayed.complete(answer.join()), random.nextInt(8), TimeUnit.MILLISECONDS);
            return delayed;
        };
    }

    /** What a stop gives up, because it cannot be read, must come again. */
    private void stopDuringAnOutage(Random random) {
        Supplier<HBaseSearchException> before = rig.table.failures;
        rig.table.failures = PipelineRig::unreachable;
        for (int step = 0; step < 5; step++) {
            mutate(random);
            pause();
        }
        rig.stop();
        rig.table.failures = before;
        rig.start();
    }

    private void restart(int how) {
        switch (how) {
            case 0 -> rig.stop();
            case 1 -> rig.abandon(false);
            default -> rig.abandon(true);
        }
        rig.start();
    }

    private void assertIndexEqualsTable() {
        for (int i = 0; i < ROWS; i++) {
            RowKey row = row(i);
            IndexOperation document = rig.index.documents().get(row);
            String state = rig.table.rows().get(row);
            if (state == null) {
                assertThat(document).as(row.toString()).isNotInstanceOf(IndexOperation.Upsert.class);
            } else if (state.startsWith(FakeTable.POISON)) {
                assertThat(document).as(row.toString()).isInstanceOf(IndexOperation.MarkFailed.class);
            } else if (document instanceof IndexOperation.Upsert upsert) {
                assertThat(upsert.document().fields()).as(row.toString()).containsEntry("state", state);
            } else {
                // Refused at random by the index: a failed stub, with its dead letter.
                assertThat(document).as(row.toString()).isInstanceOf(IndexOperation.MarkFailed.class);
            }
        }
    }

    private void assertInvariant() {
        for (IndexOperation operation : rig.index.applied) {
            if (operation instanceof IndexOperation.Upsert upsert) {
                long readBegan =
                        Long.parseLong(upsert.document().fields().get("tick").toString());
                long partition = RowPartition.of(operation.row().bytes().unsafeBytes(), PARTITIONS);
                for (long offset = operation.version().offset(); offset >= 0; offset--) {
                    Long tick = rig.topic.appendedAt.get(List.of(partition, offset));
                    if (tick != null) {
                        assertThat(readBegan).isGreaterThan(tick);
                        checked++;
                    }
                }
            }
        }
        assertThat(checked).isGreaterThan(1_000);
    }

    private static RowKey row(int number) {
        return RowKey.utf8("row" + number);
    }

    private static void pause() {
        sleepUpTo(new Random(), 10);
    }

    private static void sleepUpTo(Random random, int millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(random.nextInt(millis + 1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
