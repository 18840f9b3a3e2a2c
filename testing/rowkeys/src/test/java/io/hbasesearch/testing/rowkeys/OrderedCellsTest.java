/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing.rowkeys;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.Order;
import org.apache.hadoop.hbase.util.OrderedBytes;
import org.apache.hadoop.hbase.util.PositionedByteRange;
import org.apache.hadoop.hbase.util.SimplePositionedMutableByteRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cells that HBase's {@code OrderedBytes} and {@code Bytes} wrote are read as what was written, in both orders. */
class OrderedCellsTest {
    private static final int CASES = 10_000;

    @TempDir
    Path directory;

    /** Writes a value that it draws, and says what a document should have for it. */
    private interface Written {
        Object to(PositionedByteRange cell, Random random, Order order);
    }

    private RowMapper mapper(String settings) throws IOException {
        Path file = Files.writeString(
                directory.resolve("t.yaml"), "table: t\nfields: {f: {column: \"d:q\", " + settings + "}}\n");
        return new RowMapper(new IndexDefinitionReader(Map.of()).readFile(file));
    }

    private static Object map(RowMapper mapper, byte[] cell) {
        Cell read = new Cell(ColumnName.of("d", "q"), 1, ByteArray.copyOf(cell));
        return mapper.map(new Row(RowKey.utf8("k"), List.of(read))).fields().get("f");
    }

    private void assertRead(String type, Written written) throws IOException {
        RowMapper mapper = mapper("type: " + type + ", encoding: orderedBytes");
        for (Order order : Order.values()) {
            for (long seed = 0; seed < CASES; seed++) {
                PositionedByteRange cell = new SimplePositionedMutableByteRange(512);
                Object expected = written.to(cell, new Random(seed), order);
                byte[] bytes = Arrays.copyOf(cell.getBytes(), cell.getPosition());
                assertThat(map(mapper, bytes)).as("%s, seed %d", order, seed).isEqualTo(expected);
            }
        }
    }

    @Test
    void wholeNumbers() throws IOException {
        assertRead("int", (cell, random, order) -> {
            byte value = (byte) random.nextInt();
            OrderedBytes.encodeInt8(cell, value, order);
            return (long) value;
        });
        assertRead("int", (cell, random, order) -> {
            short value = (short) random.nextInt();
            OrderedBytes.encodeInt16(cell, value, order);
            return (long) value;
        });
        assertRead("int", (cell, random, order) -> {
            int value = random.nextInt();
            OrderedBytes.encodeInt32(cell, value, order);
            return (long) value;
        });
        assertRead("long", (cell, random, order) -> {
            long value = random.nextLong();
            OrderedBytes.encodeInt64(cell, value, order);
            return value;
        });
    }

    @Test
    void floatingPointNumbers() throws IOException {
        assertRead("float", (cell, random, order) -> {
            float value = (float) random.nextGaussian() * 1e6f;
            OrderedBytes.encodeFloat32(cell, value, order);
            return Double.parseDouble(Float.toString(value));
        });
        assertRead("double", (cell, random, order) -> {
            double value = random.nextGaussian() * 1e6;
            OrderedBytes.encodeFloat64(cell, value, order);
            return value;
        });
    }

    /** The encoding keeps 31 digits. */
    @Test
    void numbersOfAnySize() throws IOException {
        assertRead("keyword", (cell, random, order) -> {
            BigInteger digits = new BigInteger(random.nextInt(100), random);
            BigDecimal value =
                    new BigDecimal(random.nextBoolean() ? digits : digits.negate(), random.nextInt(120) - 60);
            OrderedBytes.encodeNumeric(cell, value, order);
            BigDecimal plain = value.stripTrailingZeros();
            return value.signum() == 0
                    ? "0"
                    : plain.setScale(Math.max(0, plain.scale())).toPlainString();
        });
        assertRead("long", (cell, random, order) -> {
            long value = random.nextLong() >> random.nextInt(64);
            OrderedBytes.encodeNumeric(cell, value, order);
            return value;
        });
    }

    @Test
    void textsAndBytes() throws IOException {
        assertRead("keyword", (cell, random, order) -> {
            String value = text(random);
            OrderedBytes.encodeString(cell, value, order);
            return value;
        });
        assertRead("keyword", (cell, random, order) -> {
            byte[] value = new byte[random.nextInt(40)];
            random.nextBytes(value);
            OrderedBytes.encodeBlobVar(cell, value, order);
            return Base64.getEncoder().encodeToString(value);
        });
        assertRead("keyword", (cell, random, order) -> {
            byte[] value = text(random).getBytes(UTF_8); // a copied blob of descending order holds no zero
            OrderedBytes.encodeBlobCopy(cell, value, order);
            return Base64.getEncoder().encodeToString(value);
        });
        assertRead("keyword", (cell, random, order) -> {
            OrderedBytes.encodeNull(cell, order);
            return null;
        });
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(20); length > 0; length--) {
            text.appendCodePoint(1 + random.nextInt(random.nextBoolean() ? 0x7f : 0xd7fe));
        }
        return text.toString();
    }

    @Test
    void whatBytesWrites() throws IOException {
        RowMapper vint = mapper("type: long, encoding: vint");
        RowMapper decimal = mapper("type: keyword, encoding: bytesBigDecimal");
        RowMapper floats = mapper("type: float");
        for (long seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            long number = random.nextLong() >> random.nextInt(64);
            assertThat(map(vint, Bytes.vintToBytes(number))).isEqualTo(number);
            BigDecimal value = BigDecimal.valueOf(number, random.nextInt(12));
            assertThat(map(decimal, Bytes.toBytes(value))).isEqualTo(value.toPlainString());
            float real = (float) random.nextGaussian();
            assertThat(map(floats, Bytes.toBytes(real))).isEqualTo(Double.parseDouble(Float.toString(real)));
        }
    }
}
