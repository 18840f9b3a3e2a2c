/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.fault;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.ByteString;
import io.hbasesearch.event.RowMutation;
import io.hbasesearch.event.RowMutations;
import io.hbasesearch.event.RowPartition;
import io.hbasesearch.event.RowRange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.TableName;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Records as no endpoint sends them, for one table's topic. One use, one thread. */
final class Strays {
    private final Random random;
    private final int rounds;
    private final TableName table;
    private final int partitions;
    private final List<byte[]> rows;
    private final List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    private int unreadable;
    private int misplaced;
    private String topic = "";

    /**
     * @param rounds how many records of each kind
     * @param rows that are there, or were a moment ago
     */
    Strays(long seed, int rounds, TableName table, int partitions, List<byte[]> rows) {
        this.random = new Random(seed);
        this.rounds = rounds;
        this.table = table;
        this.partitions = partitions;
        this.rows = rows;
    }

    List<ProducerRecord<byte[], byte[]>> records(String intoTopic) {
        topic = intoTopic;
        for (int round = 0; round < rounds; round++) {
            misplaced(row());
            misplaced(("no such row " + random.nextInt()).getBytes(UTF_8));
            unreadable(row(), null);
            unreadable(null, null);
            unreadable(row(), bytes());
            unreadable(new byte[0], bytes());
            unreadable(row(), touch("another", row()));
            unreadable(row(), touch(table.getQualifierAsString(), new byte[0]));
            ofTwoRows();
            unreadable(null, bulkLoad("z", "a"));
            sound(row());
        }
        return List.copyOf(records);
    }

    int all() {
        return records.size();
    }

    /** Those that must become dead letters. */
    int unreadable() {
        return unreadable;
    }

    /** Of these, sound events that only lie in a wrong partition. */
    int misplaced() {
        return misplaced;
    }

    private void misplaced(byte[] row) {
        int wrong = (RowPartition.of(row, partitions) + 1 + random.nextInt(partitions - 1)) % partitions;
        records.add(new ProducerRecord<>(topic, wrong, row, edit(row, System.currentTimeMillis())));
        misplaced++;
        unreadable++;
    }

    /** An edit that nobody made, at a time that has not come: its row is read again, and nothing else. */
    private void sound(byte[] row) {
        long tomorrow = System.currentTimeMillis() + Duration.ofDays(1).toMillis();
        records.add(new ProducerRecord<>(topic, RowPartition.of(row, partitions), row, edit(row, tomorrow)));
    }

    private void ofTwoRows() {
        byte[] row = row();
        unreadable(row, edit(("another row " + random.nextInt()).getBytes(UTF_8), System.currentTimeMillis()));
    }

    private void unreadable(byte @Nullable [] row, byte @Nullable [] value) {
        int partition = row == null || row.length == 0 ? random.nextInt(partitions) : RowPartition.of(row, partitions);
        records.add(new ProducerRecord<>(topic, partition, row, value));
        unreadable++;
    }

    private byte[] row() {
        return rows.get(random.nextInt(rows.size()));
    }

    private byte[] bytes() {
        byte[] bytes = new byte[1 + random.nextInt(200)];
        random.nextBytes(bytes);
        // A tag of field 0, which no message has.
        bytes[0] = 0;
        return bytes;
    }

    private byte[] edit(byte[] row, long millis) {
        return RowMutations.touch(table.getNamespaceAsString(), table.getQualifierAsString(), row, millis).toBuilder()
                .setCause(RowMutation.Cause.EDIT)
                // No two of them are one edit that came twice.
                .setRegionSequenceId(random.nextLong() >>> 1)
                .build()
                .toByteArray();
    }

    private byte[] touch(String ofTable, byte[] row) {
        return RowMutations.touch(table.getNamespaceAsString(), ofTable, row, System.currentTimeMillis())
                .toByteArray();
    }

    private byte[] bulkLoad(String start, String stop) {
        return RowMutation.newBuilder()
                .setFormat(RowMutations.FORMAT)
                .setCause(RowMutation.Cause.BULK_LOAD)
                .setNamespace(table.getNamespaceAsString())
                .setTable(table.getQualifierAsString())
                .setRange(RowRange.newBuilder()
                        .setStart(ByteString.copyFromUtf8(start))
                        .setStop(ByteString.copyFromUtf8(stop)))
                .setWriteTimeMillis(System.currentTimeMillis())
                .build()
                .toByteArray();
    }
}
