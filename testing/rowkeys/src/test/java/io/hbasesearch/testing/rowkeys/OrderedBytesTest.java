/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing.rowkeys;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.rowkey.DecodedKey;
import io.hbasesearch.core.rowkey.EncodedKey;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Order;
import org.apache.hadoop.hbase.util.OrderedBytes;
import org.apache.hadoop.hbase.util.PositionedByteRange;
import org.apache.hadoop.hbase.util.SimplePositionedMutableByteRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The encodings be and orderedBytes are HBase's {@code Bytes} and {@code OrderedBytes}, byte for byte, in both orders. */
class OrderedBytesTest {
    private static final int CASES = 10_000;

    @TempDir
    Path directory;

    private interface Theirs {
        void write(PositionedByteRange to, Random random, Order order);
    }

    private RowKeySpec spec(String part) {
        try {
            return new RowKeySpecReader(Map.of())
                    .readFile(Files.writeString(directory.resolve("key.yaml"), "parts: {v: " + part + "}\n"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] encode(RowKeySpec spec, KeyValue value) {
        EncodedKey encoded = spec.encode(Map.of("v", value));
        assertThat(encoded).isInstanceOf(EncodedKey.Complete.class);
        byte[] key = ((EncodedKey.Complete) encoded).keys().get(0).bytes().toBytes();
        DecodedKey decoded = spec.decode(((EncodedKey.Complete) encoded).keys().get(0));
        assertThat(decoded).isEqualTo(new DecodedKey.Readable("key", Map.of("v", value)));
        return key;
    }

    private interface Value {
        KeyValue of(Random random);
    }

    private void assertSame(String type, Value values, Theirs theirs) {
        RowKeySpec ascending = spec("{type: " + type + ", encoding: orderedBytes}");
        RowKeySpec descending = spec("{type: " + type + ", encoding: orderedBytes, transform: invert}");
        for (long seed = 0; seed < CASES; seed++) {
            KeyValue value = values.of(new Random(seed));
            assertThat(encode(ascending, value)).as("seed %d", seed).isEqualTo(written(theirs, seed, Order.ASCENDING));
            assertThat(encode(descending, value))
                    .as("seed %d", seed)
                    .isEqualTo(written(theirs, seed, Order.DESCENDING));
        }
    }

    private static byte[] written(Theirs theirs, long seed, Order order) {
        PositionedByteRange to = new SimplePositionedMutableByteRange(256);
        theirs.write(to, new Random(seed), order);
        return Arrays.copyOf(to.getBytes(), to.getPosition());
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(20); length > 0; length--) {
            text.appendCodePoint(1 + random.nextInt(random.nextBoolean() ? 0x7f : 0xd7fe));
        }
        return text.toString();
    }

    @Test
    void integers() {
        assertSame(
                "i8",
                random -> KeyValue.of((byte) random.nextLong()),
                (to, random, order) -> OrderedBytes.encodeInt8(to, (byte) random.nextLong(), order));
        assertSame(
                "i16",
                random -> KeyValue.of((short) random.nextLong()),
                (to, random, order) -> OrderedBytes.encodeInt16(to, (short) random.nextLong(), order));
        assertSame(
                "i32",
                random -> KeyValue.of((int) random.nextLong()),
                (to, random, order) -> OrderedBytes.encodeInt32(to, (int) random.nextLong(), order));
        assertSame(
                "i64",
                random -> KeyValue.of(random.nextLong()),
                (to, random, order) -> OrderedBytes.encodeInt64(to, random.nextLong(), order));
    }

    @Test
    void floatingPointNumbers() {
        assertSame(
                "float64",
                random -> new KeyValue.Real(random.nextGaussian() * 1e6),
                (to, random, order) -> OrderedBytes.encodeFloat64(to, random.nextGaussian() * 1e6, order));
    }

    @Test
    void texts() {
        assertSame(
                "utf8",
                random -> KeyValue.of(text(random)),
                (to, random, order) -> OrderedBytes.encodeString(to, text(random), order));
    }

    @Test
    void bytes() {
        RowKeySpec longs = spec("{type: i64, ranges: false}");
        RowKeySpec ints = spec("{type: i32, ranges: false}");
        RowKeySpec shorts = spec("{type: i16, ranges: false}");
        RowKeySpec doubles = spec("{type: float64, ranges: false}");
        for (long seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            long number = random.nextLong();
            assertThat(encode(longs, KeyValue.of(number))).isEqualTo(Bytes.toBytes(number));
            assertThat(encode(ints, KeyValue.of((int) number))).isEqualTo(Bytes.toBytes((int) number));
            assertThat(encode(shorts, KeyValue.of((short) number))).isEqualTo(Bytes.toBytes((short) number));
            double real = random.nextGaussian();
            assertThat(encode(doubles, new KeyValue.Real(real))).isEqualTo(Bytes.toBytes(real));
        }
    }
}
