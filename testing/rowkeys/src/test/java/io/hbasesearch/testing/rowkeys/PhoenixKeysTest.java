/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing.rowkeys;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.DecodedKey;
import io.hbasesearch.core.rowkey.EncodedKey;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.value.KeyValue;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.phoenix.schema.PDatum;
import org.apache.phoenix.schema.RowKeySchema;
import org.apache.phoenix.schema.RowKeySchema.RowKeySchemaBuilder;
import org.apache.phoenix.schema.SaltingUtil;
import org.apache.phoenix.schema.SortOrder;
import org.apache.phoenix.schema.types.PChar;
import org.apache.phoenix.schema.types.PDataType;
import org.apache.phoenix.schema.types.PDate;
import org.apache.phoenix.schema.types.PLong;
import org.apache.phoenix.schema.types.PVarchar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole primary keys, as config/rowkeys/README.md declares them, are taken apart by Phoenix into the values that they have. */
class PhoenixKeysTest {
    private static final int CASES = 10_000;
    private static final int BUCKETS = 16;
    private static final int TENANT = 4;

    private static final List<Column> COLUMNS = List.of(
            new Column(PChar.INSTANCE, TENANT, SortOrder.ASC),
            new Column(PVarchar.INSTANCE, null, SortOrder.DESC),
            new Column(PDate.INSTANCE, null, SortOrder.DESC),
            new Column(PLong.INSTANCE, null, SortOrder.ASC),
            new Column(PVarchar.INSTANCE, null, SortOrder.ASC));

    @TempDir
    Path directory;

    private record Column(PDataType<?> type, Integer length, SortOrder order) implements PDatum {
        @Override
        public boolean isNullable() {
            return length == null;
        }

        @Override
        public PDataType<?> getDataType() {
            return type;
        }

        @Override
        public Integer getMaxLength() {
            return length;
        }

        @Override
        public Integer getScale() {
            return null;
        }

        @Override
        public SortOrder getSortOrder() {
            return order;
        }
    }

    private static String text(Random random, int least, int most) {
        StringBuilder text = new StringBuilder();
        for (int left = least + random.nextInt(most - least + 1); left > 0; left--) {
            text.appendCodePoint(random.nextInt(3) > 0 ? 'a' + random.nextInt(26) : 1 + random.nextInt(0xd7fe));
        }
        return text.toString();
    }

    private static RowKeySchema schema() {
        RowKeySchemaBuilder builder = new RowKeySchemaBuilder(COLUMNS.size()).rowKeyOrderOptimizable(true);
        COLUMNS.forEach(column -> builder.addField(column, column.isNullable(), column.order()));
        return builder.build();
    }

    @Test
    void aKeyIsTakenApartByPhoenix() throws IOException {
        RowKeySpec spec = ReadmeSpecs.named(directory, "PRIMARY KEY");
        RowKeySchema schema = schema();
        for (long seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            String tenant =
                    Long.toString(Math.abs(random.nextLong() | 1), 36).substring(0, 1 + random.nextInt(TENANT - 1));
            String customer = text(random, 1, 9);
            long day = random.nextLong() >> 16;
            long number = random.nextLong();
            String note = text(random, 0, 9);
            Map<String, KeyValue> values = new LinkedHashMap<>();
            values.put("tenant", KeyValue.of(tenant));
            values.put("customer", KeyValue.of(customer));
            values.put("day", KeyValue.of(day));
            values.put("number", KeyValue.of(number));
            values.put("note", KeyValue.of(note));

            RowKey key = ((EncodedKey.Complete) spec.encode(values)).keys().get(0);

            byte[] bytes = key.bytes().toBytes();
            assertThat(bytes[0])
                    .as("salt of seed %d", seed)
                    .isEqualTo(SaltingUtil.getSaltingByte(bytes, 1, bytes.length - 1, BUCKETS));
            assertThat(takenApart(schema, bytes))
                    .as("seed %d", seed)
                    .containsExactly(tenant, customer, new Date(day), number, note.isEmpty() ? null : note);
            assertThat(spec.decode(key))
                    .isInstanceOfSatisfying(DecodedKey.Readable.class, decoded -> assertThat(decoded.values())
                            .containsAllEntriesOf(values));
        }
    }

    /** Behind the salt. */
    private static Object[] takenApart(RowKeySchema schema, byte[] key) {
        Object[] values = new Object[COLUMNS.size()];
        ImmutableBytesWritable at = new ImmutableBytesWritable();
        int end = schema.iterator(key, 1, key.length - 1, at);
        for (int i = 0; i < values.length; i++) {
            if (Boolean.TRUE.equals(schema.next(at, i, end))) {
                Column column = COLUMNS.get(i);
                values[i] = column.type().toObject(at, column.type(), column.order());
            }
        }
        return values;
    }
}
