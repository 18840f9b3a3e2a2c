/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.config.IndexerConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.pipeline.source.SourceIdentity;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StalledPartitionsTest extends PipelineTests {
    private final AtomicInteger questions = new AtomicInteger();

    @BeforeEach
    void lookOften() {
        IndexerConfig config = rig.config;
        rig.config = new IndexerConfig(
                config.pollRecords(),
                config.readBatch(),
                config.readConcurrency(),
                config.buffer(),
                new IndexerConfig.Timings(
                        config.timings().commitInterval(),
                        Duration.ofMillis(60),
                        config.timings().drainTimeout()),
                config.stubRetention(),
                config.maxRowBytes());
    }

    @Test
    void aPartitionThatDeliversNothingIsToldWithItsPlaceUntilItGoesOn() {
        rig.identity = source(partition -> CompletableFuture.completedFuture(rig.topic.end(partition)));
        rig.put(A, "before");
        rig.start().awaitCommitted();
        int partition = partitionOf();
        rig.source.silent = Set.of(partition);
        rig.put(A, "unread");
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.health.worst().isPresent());
        assertThat(rig.health.worst().orElseThrow().message())
                .isEqualTo("partition " + partition + " from OptionalLong[1] to 2");
        rig.source.silent = Set.of();
        rig.awaitCommitted();
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.health.worst().isEmpty());
    }

    @Test
    void anEndThatKafkaDoesNotTellIsToldWithTheReason() {
        rig.identity = source(partition -> CompletableFuture.failedFuture(
                new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "nobody leads partition " + partition)));
        rig.start();
        await().atMost(PipelineRig.PATIENCE).until(() -> rig.health.worst().isPresent());
        assertThat(rig.health.worst().orElseThrow().message()).isEqualTo("nobody leads partition 0");
    }

    @Test
    void aPartitionThatHasNothingNewIsWell() {
        rig.identity = source(partition -> CompletableFuture.completedFuture(rig.topic.end(partition)));
        rig.put(A, "before");
        rig.start().awaitCommitted();
        int before = questions.get();
        await().atMost(PipelineRig.PATIENCE).until(() -> questions.get() > before + 3);
        assertThat(rig.health.worst()).isEmpty();
    }

    private int partitionOf() {
        return rig.topic.committed.entrySet().stream()
                .filter(position -> position.getValue().nextOffset() == 1)
                .findFirst()
                .orElseThrow()
                .getKey();
    }

    private SourceIdentity source(Function<Integer, CompletableFuture<Long>> end) {
        return new SourceIdentity() {
            @Override
            public void check(Set<Integer> partitions) {}

            @Override
            public Map<Integer, CompletableFuture<Long>> ends(Set<Integer> partitions) {
                questions.incrementAndGet();
                return partitions.stream().collect(Collectors.toMap(Function.identity(), end));
            }

            @Override
            public HBaseSearchException stalled(int partition, OptionalLong from, long end) {
                return new HBaseSearchException(
                        ErrorCode.SERVER_UNREACHABLE, "partition " + partition + " from " + from + " to " + end);
            }
        };
    }
}
