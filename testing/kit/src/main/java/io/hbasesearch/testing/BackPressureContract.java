/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import static io.hbasesearch.testing.Fixtures.upsert;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.WriteResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A writer whose backend does not keep up blocks those who write, holds a bounded amount, and loses nothing. */
public abstract class BackPressureContract extends BackendContract {
    private static final int BATCHES = 64;

    @Test
    void aFullBufferBlocksUntilWritesGoOn() throws Exception {
        List<CompletableFuture<List<WriteResult>>> futures = new CopyOnWriteArrayList<>();
        try (DocumentWriter writer = openWriter()) {
            Thread producer;
            try (BackendHarness.Hold hold = harness().holdWrites()) {
                producer = start(writer, futures, new AtomicReference<>());
                awaitBlocked(producer);
                assertThat(futures).as("batches taken of %d", BATCHES).hasSizeBetween(1, BATCHES / 2);
            }
            producer.join(PATIENCE.toMillis());
            assertThat(futures).hasSize(BATCHES);
            for (CompletableFuture<List<WriteResult>> future : futures) {
                assertThat(await(future)).containsExactly(new WriteResult.Applied());
            }
        }
        assertThat(scanAll()).hasSize(BATCHES);
    }

    @Test
    void aBlockedWriteCanBeInterruptedAndTheWriterGoesOn() throws Exception {
        List<CompletableFuture<List<WriteResult>>> futures = new CopyOnWriteArrayList<>();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        try (DocumentWriter writer = openWriter()) {
            try (BackendHarness.Hold hold = harness().holdWrites()) {
                Thread producer = start(writer, futures, failure);
                awaitBlocked(producer);
                producer.interrupt();
                producer.join(PATIENCE.toMillis());
                assertThat(failure.get()).isInstanceOf(InterruptedException.class);
            }
            for (CompletableFuture<List<WriteResult>> future : futures) {
                assertThat(await(future)).containsExactly(new WriteResult.Applied());
            }
            assertThat(write(writer, upsert("after", 1_000, "goes on"))).containsExactly(new WriteResult.Applied());
        }
        assertThat(scanAll()).hasSize(futures.size() + 1);
    }

    @Test
    void ofAnInterruptedWriteEachOperationIsHeardOnce() throws Exception {
        List<HeardResults> heard = new CopyOnWriteArrayList<>();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        try (DocumentWriter writer = openWriter()) {
            try (BackendHarness.Hold hold = harness().holdWrites()) {
                Thread producer = start(failure, batch -> {
                    heard.add(new HeardResults(3));
                    writer.write(
                            List.of(
                                    upsert("a" + batch, 3L * batch, body()),
                                    upsert("b" + batch, 3L * batch + 1, body()),
                                    upsert("c" + batch, 3L * batch + 2, body())),
                            heard.get(heard.size() - 1));
                });
                awaitBlocked(producer);
                producer.interrupt();
                producer.join(PATIENCE.toMillis());
                assertThat(failure.get()).isInstanceOf(InterruptedException.class);
            }
            heard.forEach(HeardResults::awaitAll);
            assertThat(heard.get(heard.size() - 1).failures())
                    .isNotEmpty()
                    .allSatisfy((position, cause) -> assertThat(cause).isInstanceOf(CancellationException.class));
        }
    }

    /** Writes {@value #BATCHES} batches, each a sixteenth of what the writer takes: four times as much. */
    private Thread start(
            DocumentWriter writer,
            List<CompletableFuture<List<WriteResult>>> futures,
            AtomicReference<Throwable> failure) {
        return start(failure, batch -> futures.add(writer.write(List.of(upsert("row" + batch, batch, body())))));
    }

    /** A sixteenth of what the writer takes. */
    private String body() {
        return "word ".repeat((int) (harness().bufferBytes() / 16 / 5));
    }

    private interface BatchWrite {
        void write(int batch) throws InterruptedException;
    }

    private static Thread start(AtomicReference<Throwable> failure, BatchWrite write) {
        Thread producer = new Thread(
                () -> {
                    try {
                        for (int batch = 0; batch < BATCHES; batch++) {
                            write.write(batch);
                        }
                    } catch (InterruptedException | RuntimeException e) {
                        failure.set(e);
                    }
                },
                "back-pressure-producer");
        producer.start();
        return producer;
    }

    /** Blocked is who waits, and goes on waiting. */
    private static void awaitBlocked(Thread producer) {
        Awaitility.await()
                .during(Duration.ofMillis(500))
                .atMost(PATIENCE)
                .until(() -> producer.getState() == Thread.State.WAITING
                        || producer.getState() == Thread.State.TIMED_WAITING);
    }
}
