/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.PositionStore;
import io.hbasesearch.core.spi.WriteListener;
import io.hbasesearch.core.spi.WriteListener.Settled;
import io.hbasesearch.core.spi.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** An index in memory: the highest version of a row wins. Answers at once unless told otherwise. */
final class FakeIndex implements DocumentWriter {
    private final Map<RowKey, IndexOperation> documents = new ConcurrentHashMap<>();
    final List<IndexOperation> applied = new ArrayList<>();

    /** Says what to answer instead of applying; null to apply. */
    volatile Function<IndexOperation, WriteResult> verdict = operation -> null;

    /** Decides when and whether the caller sees an answer. */
    volatile UnaryOperator<CompletableFuture<List<Settled>>> answers = answer -> answer;

    /** Rows whose answers wait for {@link #release}, while others of the same batch have theirs. */
    volatile Predicate<RowKey> held = row -> false;

    final CompletableFuture<Void> release = new CompletableFuture<>();
    volatile boolean behind;

    Map<RowKey, IndexOperation> documents() {
        return documents;
    }

    @Override
    public void write(List<IndexOperation> batch, WriteListener listener) {
        Map<Boolean, List<Settled>> results = IntStream.range(0, batch.size())
                .mapToObj(position -> new Settled(position, write(batch.get(position))))
                .collect(Collectors.partitioningBy(
                        settled -> held.test(batch.get(settled.position()).row())));
        answers.apply(CompletableFuture.completedFuture(results.get(false)))
                .thenAccept(listener::settled)
                .exceptionally(failure -> {
                    IntStream.range(0, batch.size()).forEach(position -> listener.failed(position, failure.getCause()));
                    return null;
                });
        release.thenRun(() -> listener.settled(results.get(true)));
    }

    @Override
    public void catchUp(boolean isBehind) {
        behind = isBehind;
    }

    private WriteResult write(IndexOperation operation) {
        WriteResult refused = verdict.apply(operation);
        if (refused != null) {
            return refused;
        }
        boolean[] wins = new boolean[1];
        documents.compute(operation.row(), (row, current) -> {
            wins[0] = current == null || current.version().compareTo(operation.version()) < 0;
            return wins[0] ? operation : current;
        });
        if (wins[0]) {
            synchronized (applied) {
                applied.add(operation);
            }
        }
        return wins[0] ? new WriteResult.Applied() : new WriteResult.Superseded();
    }

    @Override
    public Optional<PositionStore> positions() {
        return Optional.empty();
    }

    @Override
    public CheckResult check() {
        return CheckResult.healthy();
    }

    @Override
    public void close() {}
}
