/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.Position;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Reads the progress of all processes that index into one index, which no single process knows. Safe for use by several threads.
 * Connects on first use. Owns an admin client.
 */
public final class GroupProgress implements AutoCloseable {
    private final KafkaConfig config;
    private final IndexMetadata index;
    private @Nullable AdminCalls calls;
    private boolean closed;

    public GroupProgress(KafkaConfig config, IndexMetadata index) {
        this.config = Objects.requireNonNull(config, "config");
        this.index = Objects.requireNonNull(index, "index");
    }

    /** Returns the first unacknowledged offset of each partition; a partition without a known offset is absent. */
    public Map<Integer, Long> acknowledged() {
        Map<Integer, Long> offsets = new HashMap<>();
        groups().read(index.consumerGroup(), index.topic())
                .forEach((partition, offset) -> offsets.put(partition, offset.offset()));
        return offsets;
    }

    /** Returns the same as {@link #acknowledged}, with the leader epochs that reveal a truncated log. */
    public Map<Integer, Position> positions() {
        Map<Integer, Position> positions = new HashMap<>();
        groups().read(index.consumerGroup(), index.topic())
                .forEach((partition, offset) -> positions.put(
                        partition,
                        new Position(
                                offset.offset(),
                                offset.leaderEpoch().map(OptionalInt::of).orElseGet(OptionalInt::empty))));
        return positions;
    }

    /** Returns whether any process indexes at present; not valid for an embedded index, whose owner is in no group. */
    public boolean hasMembers() {
        return groups().members(index.consumerGroup()) > 0;
    }

    /** Returns the present end of each partition. */
    public Map<Integer, Long> ends() {
        Map<Integer, Long> offsets = new HashMap<>();
        groups().ends(index.topic(), index.partitions())
                .forEach((partition, end) -> offsets.put(partition, end.nextOffset()));
        return offsets;
    }

    private synchronized GroupOffsets groups() {
        if (closed) {
            throw new HBaseSearchException(
                    ErrorCode.TIMED_OUT, "asking for the progress of " + index.index() + ": closed");
        }
        if (calls == null) {
            calls = new AdminCalls(config, "hbase-search-progress-" + index.index());
        }
        return new GroupOffsets(calls);
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (calls != null) {
            calls.close();
            calls = null;
        }
    }
}
