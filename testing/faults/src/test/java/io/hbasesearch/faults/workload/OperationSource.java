/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.workload;

import static io.hbasesearch.faults.workload.WorkloadTable.COUNT;
import static io.hbasesearch.faults.workload.WorkloadTable.DOCUMENT;
import static io.hbasesearch.faults.workload.WorkloadTable.LOCAL;
import static io.hbasesearch.faults.workload.WorkloadTable.NOTE;
import static io.hbasesearch.faults.workload.WorkloadTable.STATE;
import static io.hbasesearch.faults.workload.WorkloadTable.TEXT;
import static io.hbasesearch.faults.workload.WorkloadTable.TITLE;
import static io.hbasesearch.faults.workload.WorkloadTable.WIDE;
import static io.hbasesearch.faults.workload.WorkloadTable.WORD;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The endless sequence of one writer's operations: the same for the same seed and the same beginning of time. For one thread.
 */
final class OperationSource {
    private static final int MINUTE = 60_000;
    /** Client timestamps are few, so that they meet: this many minutes before and after the beginning. */
    private static final int MINUTES = 6;

    private static final int BATCH = 20;
    private static final int FEWEST_COLUMNS = 2_000;
    private static final int MORE_COLUMNS = 3_000;
    private static final int WIDE_VALUE_BYTES = 150;

    private final Random random;
    private final RowKeys keys;
    private final Values values;
    private final long beginMillis;

    /** @param beginMillis what client timestamps are older than, equal to, or newer than */
    OperationSource(long seed, RowKeys keys, long beginMillis) {
        this.random = new Random(seed);
        this.keys = keys;
        this.values = new Values(random);
        this.beginMillis = beginMillis;
    }

    Operation next() {
        OperationKind kind = OperationKind.next(random);
        return kind == OperationKind.BATCH ? new Operation(kind, batch()) : Operation.of(kind, action(kind));
    }

    private Row action(OperationKind kind) {
        return switch (kind) {
            case PUT -> put(keys.any(random));
            case PARTIAL_UPDATE -> partialUpdate(keys.any(random));
            case TIMED_PUT -> timedPut();
            case DELETE_LATEST_VERSION -> new Delete(keys.any(random)).addColumn(DOCUMENT, textOrNote());
            case DELETE_VERSION -> new Delete(keys.timed(random)).addColumn(DOCUMENT, textOrNote(), timestamp());
            case DELETE_COLUMN -> deleteColumn(keys.any(random));
            case DELETE_COLUMN_UP_TO -> new Delete(keys.timed(random)).addColumns(DOCUMENT, textOrNote(), timestamp());
            case DELETE_FAMILY -> new Delete(keys.any(random)).addFamily(family());
            case DELETE_FAMILY_VERSION -> new Delete(keys.timed(random)).addFamilyVersion(DOCUMENT, timestamp());
            case DELETE_ROW -> new Delete(keys.any(random));
            case INCREMENT -> new Increment(keys.any(random)).addColumn(STATE, COUNT, 1 + random.nextInt(1_000));
            case APPEND -> new Append(keys.any(random)).addColumn(DOCUMENT, NOTE, values.text(1));
            case CHECK_AND_MUTATE -> checkAndMutate(keys.any(random));
            case ROW_MUTATIONS -> rowMutations(keys.any(random));
            case WIDE_PUT -> widePut(keys.wide(random));
            case WIDE_UPDATE -> wideUpdate(keys.wide(random));
            case UNMAPPED -> unmapped(keys.any(random));
            case POISON -> new Put(keys.any(random)).addColumn(DOCUMENT, textOrNote(), values.malformed());
            case BATCH -> throw new IllegalStateException("a batch is no single action");
        };
    }

    private Put put(byte[] row) {
        return new Put(row)
                .addColumn(DOCUMENT, TEXT, values.text(6))
                .addColumn(DOCUMENT, NOTE, values.text(1))
                .addColumn(STATE, WORD, values.text(1))
                .addColumn(STATE, COUNT, Bytes.toBytes(random.nextLong() >> random.nextInt(64)));
    }

    private Put partialUpdate(byte[] row) {
        return random.nextInt(4) == 0
                ? new Put(row).addColumn(STATE, WORD, values.text(1))
                : new Put(row).addColumn(DOCUMENT, textOrNote(), values.text(3));
    }

    private Put timedPut() {
        Put put = new Put(keys.timed(random)).addColumn(DOCUMENT, TEXT, timestamp(), values.text(3));
        return random.nextBoolean() ? put : put.addColumn(STATE, WORD, timestamp(), values.text(1));
    }

    private Delete deleteColumn(byte[] row) {
        Delete delete = new Delete(row);
        return switch (random.nextInt(3)) {
            case 0 -> delete.addColumns(STATE, WORD);
            case 1 -> delete.addColumns(STATE, COUNT);
            default -> delete.addColumns(DOCUMENT, textOrNote());
        };
    }

    private Row checkAndMutate(byte[] row) {
        CheckAndMutate.Builder check = CheckAndMutate.newBuilder(row);
        return random.nextBoolean()
                ? check.ifNotExists(DOCUMENT, TEXT).build(put(row))
                : check.ifEquals(STATE, WORD, values.text(1)).build(new Delete(row).addColumns(DOCUMENT, TEXT));
    }

    private RowMutations rowMutations(byte[] row) {
        Put put = new Put(row).addColumn(DOCUMENT, TEXT, values.text(2)).addColumn(STATE, WORD, values.text(1));
        try {
            return RowMutations.of(List.of(put, new Delete(row).addColumns(DOCUMENT, NOTE)));
        } catch (IOException e) {
            // Only mutations of several rows are refused.
            throw new UncheckedIOException(e);
        }
    }

    private List<Row> batch() {
        List<Row> actions = new ArrayList<>();
        for (int i = 0; i < BATCH; i++) {
            byte[] row = keys.any(random);
            actions.add(
                    switch (random.nextInt(4)) {
                        case 0 -> new Delete(row);
                        case 1 -> new Increment(row).addColumn(STATE, COUNT, 1);
                        default -> put(row);
                    });
        }
        return actions;
    }

    private Put widePut(byte[] row) {
        Put put = new Put(row).addColumn(WIDE, TITLE, values.text(4));
        int columns = FEWEST_COLUMNS + random.nextInt(MORE_COLUMNS);
        for (int i = 0; i < columns; i++) {
            byte[] value = new byte[random.nextInt(WIDE_VALUE_BYTES)];
            random.nextBytes(value);
            put.addColumn(WIDE, Bytes.toBytes("column-" + i), value);
        }
        return put;
    }

    private Row wideUpdate(byte[] row) {
        return switch (random.nextInt(3)) {
            case 0 -> new Delete(row).addColumns(WIDE, TITLE);
            case 1 -> new Put(row).addColumn(WIDE, Bytes.toBytes("column-" + random.nextInt(100)), values.text(1));
            default -> new Put(row).addColumn(WIDE, TITLE, values.text(4));
        };
    }

    private Put unmapped(byte[] row) {
        return new Put(row)
                .addColumn(LOCAL, Bytes.toBytes("own"), values.text(1))
                .addColumn(DOCUMENT, Bytes.toBytes("other"), values.text(1));
    }

    private byte[] textOrNote() {
        return random.nextBoolean() ? TEXT : NOTE;
    }

    private byte[] family() {
        return switch (random.nextInt(3)) {
            case 0 -> STATE;
            case 1 -> LOCAL;
            default -> DOCUMENT;
        };
    }

    private long timestamp() {
        return beginMillis + (random.nextInt(2 * MINUTES + 1) - MINUTES) * (long) MINUTE;
    }
}
