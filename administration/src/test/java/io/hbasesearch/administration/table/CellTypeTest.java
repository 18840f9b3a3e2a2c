/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.model.ByteArray;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values against HBase's own {@code Bytes}. */
class CellTypeTest {
    private static final int TRIES = 2_000;

    private static void is(CellType type, String text, byte[] bytes) {
        assertThat(type.encode(text)).as(type + " " + text).isEqualTo(ByteArray.wrap(bytes));
        if (type != CellType.BINARY) {
            assertThat(type.decode(ByteArray.wrap(bytes))).as(type + " " + text).contains(text);
        }
    }

    @Test
    void valuesHaveTheBytesOfHBasesBytesAndComeBack() {
        Random random = new Random(36);
        for (int i = 0; i < TRIES; i++) {
            long number = random.nextLong() >> random.nextInt(64);
            is(CellType.SHORT, String.valueOf((short) number), Bytes.toBytes((short) number));
            is(CellType.INT, String.valueOf((int) number), Bytes.toBytes((int) number));
            is(CellType.LONG, String.valueOf(number), Bytes.toBytes(number));
            double wide = Double.longBitsToDouble(random.nextLong());
            float narrow = Float.intBitsToFloat(random.nextInt());
            if (!Double.isNaN(wide) && !Float.isNaN(narrow)) {
                is(CellType.DOUBLE, String.valueOf(wide), Bytes.toBytes(wide));
                is(CellType.FLOAT, String.valueOf(narrow), Bytes.toBytes(narrow));
            }
        }
        is(CellType.BOOLEAN, "true", Bytes.toBytes(true));
        is(CellType.BOOLEAN, "false", Bytes.toBytes(false));
        is(CellType.STRING, "会议 \\x00\n", Bytes.toBytes("会议 \\x00\n"));
        is(CellType.DOUBLE, "NaN", Bytes.toBytes(Double.NaN));
    }

    @Test
    void binaryIsWhatHBasesToStringBinaryWrites() {
        Random random = new Random(36);
        for (int i = 0; i < TRIES; i++) {
            byte[] bytes = new byte[random.nextInt(20)];
            random.nextBytes(bytes);
            is(CellType.BINARY, Bytes.toStringBinary(bytes), bytes);
        }
    }

    @ParameterizedTest
    @CsvSource({"INT,34.0,34", "LONG,1e3,1000", "SHORT,' 7 ',7", "BOOLEAN,TRUE,true", "DOUBLE,+1,1.0"})
    void otherFormsOfAValueAreAccepted(CellType type, String text, String same) {
        assertThat(type.encode(text)).isEqualTo(type.encode(same));
    }

    @ParameterizedTest
    @CsvSource({
        "SHORT,32768", "INT,2147483648", "INT,1.5", "INT,0x10", "INT,''", "LONG,9223372036854775808", "LONG,1e99999999",
        "DOUBLE,1e999", "DOUBLE,12f", "FLOAT,1e39", "DOUBLE,'1,5'", "BOOLEAN,yes", "BINARY,a\\xZZ", "BINARY,a\\"
    })
    void whatIsNoValueIsRefusedWithoutRepeatingIt(CellType type, String text) {
        assertThatThrownBy(() -> type.encode(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("not ")
                .satisfies(failure -> assertThat(failure.getMessage().replaceAll(".* from .*", ""))
                        .doesNotContain(text.isEmpty() ? "\0" : text));
    }

    @Test
    void bytesOfAnotherTypeAreNotDecoded() {
        assertThat(CellType.INT.decode(ByteArray.wrap(new byte[8]))).isEmpty();
        assertThat(CellType.BOOLEAN.decode(ByteArray.wrap(new byte[] {7}))).isEmpty();
        assertThat(CellType.STRING.decode(ByteArray.wrap(new byte[] {(byte) 0xff})))
                .isEmpty();
        assertThat(Arrays.stream(CellType.values()).map(type -> CellType.of(type.parameter())))
                .doesNotContain(Optional.empty());
    }
}
