/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import com.google.protobuf.ByteString;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.event.Payload;
import io.hbasesearch.event.RowMutation;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.RowPartition;
import io.hbasesearch.indexer.pipeline.source.SourceEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** A topic in memory, with the positions that were committed for it. Safe for use by several threads. */
public final class FakeTopic {
    public static final TableId TABLE = TableId.parse("ns:t");
    static final int LEADER_EPOCH = 7;

    private final List<List<SourceEvent>> partitions = new ArrayList<>();
    private final Map<Integer, Long> nextOffsets = new HashMap<>();
    final Map<Integer, Position> committed = new ConcurrentHashMap<>();

    /** Partition and offset to a tick taken while nobody could see the event yet; reads take theirs afterwards. */
    final Map<List<Long>, Long> appendedAt = new ConcurrentHashMap<>();

    private final AtomicLong ticks;

    public FakeTopic(int partitionCount, AtomicLong ticks) {
        this.ticks = ticks;
        for (int i = 0; i < partitionCount; i++) {
            partitions.add(new ArrayList<>());
            nextOffsets.put(i, 0L);
            committed.put(i, new Position(0, OptionalInt.empty()));
        }
    }

    int partitionCount() {
        return partitions.size();
    }

    public static byte[] event(RowMutation.Cause cause, RowKey row, long writeMillis) {
        return RowMutation.newBuilder()
                .setFormat(RowMutations.FORMAT)
                .setCause(cause)
                .setNamespace(TABLE.namespace())
                .setTable(TABLE.qualifier())
                .setRow(ByteString.copyFrom(row.bytes().unsafeBytes()))
                .setPayload(Payload.KEYS)
                .setWriteTimeMillis(writeMillis)
                .build()
                .toByteArray();
    }

    /** Appends an edit of the row to its partition. */
    synchronized SourceEvent edit(RowKey row) {
        int partition = RowPartition.of(row.bytes().unsafeBytes(), partitions.size());
        return append(partition, row.bytes().toBytes(), event(RowMutation.Cause.EDIT, row, System.currentTimeMillis()));
    }

    synchronized SourceEvent append(int partition, byte[] key, byte[] value) {
        long offset = nextOffsets.merge(partition, 1L, Long::sum) - 1;
        SourceEvent event = new SourceEvent(partition, offset, OptionalInt.of(LEADER_EPOCH), key, value);
        partitions.get(partition).add(event);
        appendedAt.put(List.of((long) partition, offset), ticks.incrementAndGet());
        return event;
    }

    /** Offsets that hold no event, as control records leave them. */
    synchronized void gap(int partition, int count) {
        nextOffsets.merge(partition, (long) count, Long::sum);
    }

    synchronized long end(int partition) {
        return nextOffsets.get(partition);
    }

    synchronized List<SourceEvent> from(int partition, long offset, int limit) {
        return partitions.get(partition).stream()
                .filter(event -> event.offset() >= offset)
                .limit(limit)
                .toList();
    }
}
