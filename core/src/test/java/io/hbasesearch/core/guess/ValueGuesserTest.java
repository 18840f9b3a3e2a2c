/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.guess;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.ByteArray;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ValueGuesserTest {
    private static Arguments texts(String settings, String... values) {
        return Arguments.of(settings, Stream.of(values).map(ByteArray::utf8).toList());
    }

    private static Arguments bytes(String settings, ByteBuffer... values) {
        return Arguments.of(
                settings,
                Stream.of(values).map(value -> ByteArray.copyOf(value.array())).toList());
    }

    private static ByteBuffer ofLong(long value) {
        return ByteBuffer.allocate(Long.BYTES).putLong(0, value);
    }

    private static ByteBuffer ofDouble(double value) {
        return ByteBuffer.allocate(Double.BYTES).putDouble(0, value);
    }

    private static ByteBuffer ofInt(int value) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(0, value);
    }

    private static ByteBuffer ofFloat(float value) {
        return ByteBuffer.allocate(Float.BYTES).putFloat(0, value);
    }

    private static ByteBuffer ofUuid(UUID value) {
        return ByteBuffer.allocate(16)
                .putLong(0, value.getMostSignificantBits())
                .putLong(Long.BYTES, value.getLeastSignificantBits());
    }

    static Stream<Arguments> values() {
        return Stream.of(
                texts("type: text", "the first of several", "a second one"),
                texts("type: text, analyzers: [cjk, standard]", "今天天气很好", "hello"),
                texts("type: keyword", "red", "green", ""),
                texts("type: boolean, encoding: utf8, onError: skip-field", "true", "", "false"),
                texts("type: keyword", "007", "123"),
                texts("type: keyword, encoding: uuid", "0f8fad5b-d9cb-469f-a165-70867728950e"),
                texts("type: json", "{\"a\": 1}", "{}"),
                texts("type: boolean, encoding: utf8", "true", "false"),
                texts("type: long, encoding: utf8", "1", "-20", "300"),
                texts("type: double, encoding: utf8", "1.5", "2"),
                texts("type: date, encoding: utf8", "2026-03-02T10:00:00Z"),
                texts("type: date, encoding: utf8, pattern: yyyy-MM-dd", "2026-03-02"),
                texts("type: date, encoding: utf8, pattern: yyyyMMdd", "20260302", "20251231"),
                texts("type: date, encoding: utf8, pattern: yyyyMMddHHmmss", "20260302235959"),
                texts("type: date, encoding: utf8, pattern: \"yyyy-MM-dd HH:mm:ss\"", "2026-03-02 10:00:00"),
                bytes("type: long", ofLong(1), ofLong(-5), ofLong(70_000)),
                bytes("type: date, encoding: bytesLong", ofLong(1_700_000_000_000L), ofLong(1_600_000_000_000L)),
                bytes("type: double", ofDouble(1.5), ofDouble(-20.25)),
                bytes("type: int", ofInt(1), ofInt(200)),
                bytes("type: float", ofFloat(1.5f), ofFloat(-20.25f)),
                bytes("type: boolean", ByteBuffer.wrap(new byte[] {0}), ByteBuffer.wrap(new byte[] {-1})),
                bytes("type: int, encoding: bytesShort", ByteBuffer.wrap(new byte[] {0, 7})),
                bytes("type: keyword, encoding: uuid", ofUuid(new UUID(-2, 3)), ofUuid(new UUID(-5, 1))),
                bytes("type: keyword, encoding: base64", ByteBuffer.wrap(new byte[] {1, 2, 3}), ofInt(-1)));
    }

    @ParameterizedTest
    @MethodSource("values")
    void theNarrowestTypeThatTakesAllValuesIsGuessed(String settings, List<ByteArray> values) {
        assertThat(ValueGuesser.guess(values).settings()).isEqualTo(settings);
    }

    @Test
    void chineseThatIsNotInUtf8IsFound() {
        Charset gbk = Charset.forName("GBK");
        List<ByteArray> values = Stream.of("今天天气很好", "我们去公园", "abc和中文")
                .map(text -> ByteArray.wrap(text.getBytes(gbk)))
                .toList();
        assertThat(ValueGuesser.guess(values).settings())
                .isEqualTo("type: text, encoding: gbk, analyzers: [cjk, standard]");
    }

    @Test
    void oneOddValueWidensTheGuess() {
        List<ByteArray> values = IntStream.range(0, 100)
                .mapToObj(i -> ByteArray.utf8(i == 50 ? "n/a" : Integer.toString(i)))
                .toList();
        assertThat(ValueGuesser.guess(values).settings()).isEqualTo("type: keyword");
        assertThat(ValueGuesser.guess(values).evidence()).contains("100 values");
    }

    @Test
    void emptyValuesSayNothing() {
        assertThat(ValueGuesser.guess(List.of(ByteArray.empty())).settings()).isEqualTo("type: keyword");
    }
}
