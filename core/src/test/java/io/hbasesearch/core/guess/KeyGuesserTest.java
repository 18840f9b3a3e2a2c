/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.guess;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.RowKey;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KeyGuesserTest {
    private static final int KEYS = 400;
    private static final long SOME_TIME = 1_700_000_000_000L;

    private final Random random = new Random(5);

    private List<RowKey> texts(Function<Integer, String> key) {
        return IntStream.range(0, KEYS).mapToObj(i -> RowKey.utf8(key.apply(i))).toList();
    }

    private List<RowKey> bytes(Function<Integer, byte[]> key) {
        return IntStream.range(0, KEYS).mapToObj(i -> RowKey.wrap(key.apply(i))).toList();
    }

    private static String guessed(List<RowKey> keys) {
        return KeyGuesser.guess(keys).map(KeyGuess::yaml).orElse("nothing");
    }

    private String user() {
        return String.format("u%07d", random.nextInt(1_000_000));
    }

    private String md5(String text, int digits) {
        try {
            byte[] digest = MessageDigest.getInstance("MD5").digest(text.getBytes(UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, digits);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void fixedWidthsAroundADay() {
        assertThat(guessed(texts(i -> user() + "202603" + (10 + random.nextInt(20)) + String.format("%06d", i))))
                .isEqualTo("{parts: {id: {type: ascii, width: 8}, day: {type: date, pattern: yyyyMMdd},"
                        + " id2: {type: ascii}}}");
    }

    @Test
    void piecesBehindASeparator() {
        assertThat(guessed(texts(i -> "user" + random.nextInt(100_000) + ":20260302:" + i)))
                .isEqualTo("{parts: {id: {type: ascii, separator: \":\"}, day: {type: date, pattern: yyyyMMdd},"
                        + " then2: {kind: const, value: \":\"}, id2: {type: ascii}}}");
    }

    @Test
    void aHashOfWhatStandsBehindIt() {
        assertThat(guessed(texts(i -> md5("order" + i * 7, 4) + "-order" + i * 7)))
                .isEqualTo("{parts: {hash: {kind: hash, of: id, function: md5, take: 4},"
                        + " then1: {kind: const, value: \"-\"}, id: {type: ascii}}}");
        assertThat(guessed(texts(i -> md5("order" + i * 7, 6) + "order" + i * 7)))
                .contains("hash: {kind: hash, of: id, function: md5, take: 6}, id: {type: ascii}");
    }

    @Test
    void aBucketOfWhatStandsBehindIt() {
        assertThat(guessed(texts(i -> {
                    String id = "order" + i * 7;
                    return String.format("%02d", Math.abs(id.hashCode() % 16)) + "_" + id;
                })))
                .contains("bucket: {kind: hash, of: id, function: javaString, modulus: 16, negatives: abs");
    }

    @Test
    void aSaltThatNothingTells() {
        assertThat(guessed(texts(i -> "abcd".charAt(random.nextInt(4)) + "-" + random.nextInt(1_000_000))))
                .startsWith("{parts: {salt: {kind: salt, type: ascii, values: [\"a\", \"b\", \"c\", \"d\"]}");
    }

    @Test
    void timesThatAreCountedBackwards() {
        assertThat(guessed(texts(i -> user() + (Long.MAX_VALUE - SOME_TIME - i * 1_000_003L))))
                .contains("time: {type: decimal, width: 19, transform: complement}");
        assertThat(guessed(texts(i -> user() + "_" + (9_999_999_999_999L - SOME_TIME - i * 1_000_003L))))
                .contains("time: {type: decimal, width: 13, transform: complement 9999999999999}");
        assertThat(guessed(bytes(i -> ByteBuffer.allocate(16)
                        .put(user().getBytes(UTF_8))
                        .putLong(Long.MAX_VALUE - SOME_TIME - i * 1_000_003L)
                        .array())))
                .isEqualTo("{parts: {id: {type: ascii, width: 8}, time: {type: u64, transform: complement}}}");
    }

    @Test
    void aByteThatSaltsAndATime() {
        assertThat(guessed(bytes(i -> ByteBuffer.allocate(9)
                        .put((byte) random.nextInt(8))
                        .putLong(SOME_TIME + i * 1_000_003L)
                        .array())))
                .isEqualTo("{parts: {salt: {kind: salt, type: u8, values: 0..7}, time: {type: u64}}}");
    }

    @Test
    void nothingIsGuessedFromKeysWithoutAForm() {
        assertThat(guessed(bytes(i -> {
                    byte[] key = new byte[1 + random.nextInt(30)];
                    random.nextBytes(key);
                    return key;
                })))
                .isEqualTo("nothing");
        assertThat(guessed(texts(i -> "w" + i))).isEqualTo("nothing");
        assertThat(KeyGuesser.guess(List.of(RowKey.utf8("a:b"))))
                .as("one key tells nothing")
                .isEmpty();
    }

    @Test
    void aGuessSaysHowManyKeysFitAndWhyInWords() {
        KeyGuess guess = KeyGuesser.guess(texts(i -> user() + ":20260302")).orElseThrow();
        assertThat(guess.evidence()).isEqualTo("400 of 400 sampled keys fit");
        assertThat(guess.parts()).allMatch(part -> !part.evidence().isBlank());
    }
}
