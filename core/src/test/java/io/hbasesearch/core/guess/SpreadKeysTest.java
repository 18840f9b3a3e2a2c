/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.guess;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.RowKey;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys that writers spread by hashes and salts, or reversed; and keys that only look so. */
class SpreadKeysTest {
    private static final int KEYS = 600;
    private static final long SOME_TIME = 1_760_000_000_000L;

    private final Random random = new Random(11);

    /** @param key one character for each byte */
    private static List<RowKey> keys(IntFunction<String> key) {
        return IntStream.range(0, KEYS)
                .mapToObj(i -> RowKey.wrap(key.apply(i).getBytes(ISO_8859_1)))
                .distinct()
                .sorted()
                .toList();
    }

    private static KeyGuess guess(IntFunction<String> key) {
        List<RowKey> keys = keys(key);
        KeyGuess guess = KeyGuesser.guess(keys).orElse(new KeyGuess(List.of(), "", List.of()));
        if (!guess.parts().isEmpty()) {
            assertThat(guess.evidence()).isEqualTo(keys.size() + " of " + keys.size() + " sampled keys fit");
        }
        return guess;
    }

    private static String digest(String algorithm, String input) {
        try {
            return new String(MessageDigest.getInstance(algorithm).digest(input.getBytes(ISO_8859_1)), ISO_8859_1);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private static String hex(String bytes) {
        return HexFormat.of().formatHex(bytes.getBytes(ISO_8859_1));
    }

    private static String eight(long number) {
        return new String(ByteBuffer.allocate(8).putLong(number).array(), ISO_8859_1);
    }

    private long time() {
        return SOME_TIME + random.nextInt(1_000_000_000);
    }

    private String user() {
        // Of one word alone, all hashes have one sign.
        return String.format("%s%06d", List.of("user", "zone", "bank").get(random.nextInt(3)), random.nextInt(500));
    }

    private static String quoted(String separator) {
        return ", separator: \"" + separator + "\"";
    }

    static Stream<Arguments> orders() {
        return Stream.of("|", "_", ":", "-", "")
                .flatMap(separator -> IntStream.rangeClosed(0, 3).boxed().flatMap(salt -> IntStream.rangeClosed(0, 2)
                        .mapToObj(time -> Arguments.of(separator, salt, time))));
    }

    /** Makes keys of orders: two digits, a user, a time that is counted backwards. */
    @ParameterizedTest
    @MethodSource("orders")
    void theKeyOfAnOrder(String separator, int salt, int time) {
        KeyGuess guess = guess(i -> {
            String user = user();
            int hash = user.hashCode();
            int bucket = List.of(
                            Math.floorMod(hash, 20), Math.abs(hash % 20), random.nextInt(20), Math.floorMod(hash, 16))
                    .get(salt);
            long when = time();
            String written = List.of(
                            String.format("%013d", 9_999_999_999_999L - when),
                            eight(Long.MAX_VALUE - when),
                            String.format("%019d", Long.MAX_VALUE - when))
                    .get(time);
            return String.format("%02d", bucket) + separator + user + separator + written;
        });
        String bucket = "bucket: {kind: hash, of: id, function: javaString, ";
        String decimal = ", type: decimal, width: 2}";
        String first = List.of(
                        bucket + "modulus: 20, negatives: floor" + decimal,
                        bucket + "modulus: 20, negatives: abs" + decimal,
                        "salt: {kind: salt, type: decimal, width: 2, values: 00..19}",
                        bucket + "modulus: 16, negatives: floor" + decimal)
                .get(salt);
        String last = List.of(
                        "time: {type: decimal, width: 13, transform: complement 9999999999999}",
                        "time: {type: u64, transform: complement}",
                        "time: {type: decimal, width: 19, transform: complement}")
                .get(time);
        String id = "id: {type: ascii" + (separator.isEmpty() ? ", width: 10" : quoted(separator)) + "}";
        String then = separator.isEmpty() ? "" : ", then1: {kind: const, value: \"" + separator + "\"}";
        assertThat(guess.yaml()).isEqualTo("{parts: {" + first + then + ", " + id + ", " + last + "}}");
        assertThat(guess.parts().get(guess.parts().size() - 1).isDate()).isTrue();
        assertThat(guess.doubts()).hasSize(salt == 2 ? 1 : 0);
    }

    @Test
    void ifNoKeyTellsWhatBecomesOfNegativeHashesThatIsADoubt() {
        KeyGuess guess = guess(i -> {
            String user = String.format("user%06d", random.nextInt(500));
            return String.format("%02d", Math.abs(user.hashCode() % 20)) + user + "_" + time();
        });
        assertThat(guess.yaml()).contains("bucket: {kind: hash, of: id, function: javaString, modulus: 20");
        assertThat(guess.doubts()).hasSize(1).allMatch(doubt -> doubt.contains("set negatives"));
    }

    @ParameterizedTest
    @CsvSource({"1, 7", "2, 7", "2, 32", "2, 100", "3, 7", "3, 256", "3, 1000", "4, 4096"})
    void bucketsOfAnyNumberAndWidth(int width, int modulus) {
        Function<String, String> key =
                id -> String.format("%0" + width + "d", Math.floorMod(id.hashCode(), modulus)) + id;
        assertThat(guess(i -> key.apply("order" + random.nextInt(1_000_000))).yaml())
                .isEqualTo("{parts: {bucket: {kind: hash, of: id, function: javaString, modulus: " + modulus
                        + ", negatives: floor, type: decimal, width: " + width + "}, id: {type: ascii}}}");
    }

    static Stream<Arguments> functions() {
        return Stream.of(
                Arguments.of("javaString", (Function<String, Long>) text -> (long) text.hashCode()),
                Arguments.of(
                        "javaBytes", (Function<String, Long>) text -> (long) Arrays.hashCode(text.getBytes(UTF_8))),
                Arguments.of("crc32", (Function<String, Long>) text -> {
                    CRC32 crc = new CRC32();
                    crc.update(text.getBytes(UTF_8));
                    return crc.getValue();
                }),
                Arguments.of("identity", (Function<String, Long>) Long::parseLong),
                Arguments.of("javaLong", (Function<String, Long>) text -> (long) Long.hashCode(Long.parseLong(text))));
    }

    @ParameterizedTest
    @MethodSource("functions")
    void everyFunctionOfANumberIsKnown(String name, Function<String, Long> function) {
        String part = "bucket: {kind: hash, of: id, function: " + name + ", modulus: 12, negatives: ";
        assertThat(guess(i -> {
                            String id = Long.toString(10_000_000_000L + random.nextInt(1_000_000_000) * 7L);
                            return String.format("%02d", Math.floorMod(function.apply(id), 12)) + "_" + id;
                        })
                        .yaml())
                .contains(part + "floor");
        assertThat(guess(i -> {
                            long id = 10_000_000_000L + random.nextInt(1_000_000_000) * 7L;
                            return (char) Math.floorMod(function.apply(Long.toString(id)), 12) + eight(id);
                        })
                        .yaml())
                .isEqualTo("{parts: {" + part + "floor, type: u8}, id: {type: u64}}}");
    }

    @Test
    void aByteWithItsSign() {
        assertThat(guess(i -> {
                            String id = "order" + random.nextInt(1_000_000);
                            return (char) (id.hashCode() % 32 & 0xff) + id;
                        })
                        .yaml())
                .isEqualTo("{parts: {bucket: {kind: hash, of: id, function: javaString, modulus: 32, negatives: keep},"
                        + " id: {type: ascii}}}");
    }

    @Test
    void aBucketOfAllThatFollows() {
        assertThat(guess(i -> {
                            String rest = user() + "|" + time() + "|" + i;
                            return String.format("%02d|", Math.abs(rest.hashCode() % 24)) + rest;
                        })
                        .yaml())
                .contains(
                        "bucket: {kind: hash, of: [id, time, then3, id2], input: key, function: javaString, modulus: 24");
        assertThat(guess(i -> {
                            String user = user();
                            return String.format("%02d|", Math.abs((user + i).hashCode() % 24)) + user + "|" + i;
                        })
                        .yaml())
                .contains("bucket: {kind: hash, of: [id, id2], function: javaString, modulus: 24");
    }

    static Stream<Arguments> digests() {
        return Stream.of("MD5", "SHA-1", "SHA-256")
                .flatMap(name -> IntStream.of(1, 2, 4, 5, 8, 32).mapToObj(take -> Arguments.of(name, take)));
    }

    @ParameterizedTest
    @MethodSource("digests")
    void theFirstDigitsOfADigest(String algorithm, int take) {
        String name = algorithm.replace("-", "").toLowerCase(Locale.ROOT);
        String hash = "{parts: {hash: {kind: hash, of: id, function: " + name + ", take: " + take + "}, ";
        assertThat(guess(i -> {
                            String id = "order" + random.nextInt(1_000_000);
                            return hex(digest(algorithm, id)).substring(0, take) + id;
                        })
                        .yaml())
                .isEqualTo(hash + "id: {type: ascii}}}");
        assertThat(guess(i -> {
                            String id = user();
                            return hex(digest(algorithm, id)).substring(0, take) + ":" + id + ":" + time();
                        })
                        .yaml())
                .startsWith(hash);
        assertThat(guess(i -> {
                            String id = String.format("A%06d", random.nextInt(300));
                            return hex(digest(algorithm, id)).substring(0, take) + id + eight(time());
                        })
                        .yaml())
                .isEqualTo(hash + "id: {type: ascii, width: 7}, time: {type: u64}}}");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 16})
    void theFirstBytesOfADigest(int take) {
        String hash = "{parts: {hash: {kind: hash, of: id, function: md5, output: raw, take: " + take + "}, ";
        assertThat(guess(i -> {
                            String id = "order" + random.nextInt(1_000_000);
                            return digest("MD5", id).substring(0, take) + id;
                        })
                        .yaml())
                .isEqualTo(hash + "id: {type: ascii}}}");
        assertThat(guess(i -> {
                            String id = eight(random.nextLong());
                            return digest("MD5", id).substring(0, take) + id;
                        })
                        .yaml())
                .isEqualTo(hash.replace("of: id", "of: id, input: key") + "id: {type: bytes}}}");
    }

    @Test
    void aDigestOfTheBeginningOfWhatFollows() {
        assertThat(guess(i -> {
                            String id = user();
                            return hex(digest("MD5", id)).substring(0, 4)
                                    + id
                                    + String.format("x%08d", random.nextInt(9_000_000));
                        })
                        .yaml())
                .isEqualTo("{parts: {hash: {kind: hash, of: id, function: md5, take: 4}, id: {type: ascii, width: 10},"
                        + " id2: {type: ascii}}}");
    }

    @ParameterizedTest
    @CsvSource({"4, a..d", "20, 00..19", "100, 00..99", "200, 000..199"})
    void aRandomSaltBeforeASeparator(int salts, String values) {
        KeyGuess guess = KeyGuesser.guess(IntStream.range(0, 3_000)
                        .mapToObj(i -> RowKey.utf8((values.startsWith("a")
                                        ? Character.toString('a' + random.nextInt(salts))
                                        : String.format("%0" + (values.length() - 2) / 2 + "d", random.nextInt(salts)))
                                + "-" + random.nextInt(1_000_000)))
                        .toList())
                .orElseThrow();
        assertThat(guess.parts().get(0).settings())
                .isEqualTo(
                        values.startsWith("a")
                                ? "kind: salt, type: ascii, values: [\"a\", \"b\", \"c\", \"d\"]"
                                : "kind: salt, type: decimal, width: " + (values.length() - 2) / 2 + ", values: "
                                        + values);
        assertThat(guess.doubts()).hasSize(1).allMatch(doubt -> doubt.contains("random salt"));
    }

    @Test
    void numbersWrittenBackwards() {
        IntFunction<String> phone =
                i -> "1" + (3 + random.nextInt(7)) + String.format("%09d", random.nextInt(1_000_000_000));
        Function<String, String> reverse =
                text -> new StringBuilder(text).reverse().toString();
        KeyGuess phones = guess(i -> reverse.apply(phone.apply(i)));
        assertThat(phones.yaml()).isEqualTo("{parts: {id: {type: ascii, transform: reverse}}}");
        assertThat(phones.doubts()).hasSize(1).allMatch(doubt -> doubt.contains("telephone numbers written backwards"));
        assertThat(guess(i -> reverse.apply(phone.apply(i)) + "_" + time()).yaml())
                .isEqualTo(
                        "{parts: {id: {type: ascii, transform: reverse, separator: \"_\"}, time: {type: decimal, width: 13}}}");
        assertThat(guess(i -> reverse.apply(Integer.toString(100_000 + random.nextInt(5_000_000))))
                        .yaml())
                .isEqualTo("{parts: {id: {type: ascii, transform: reverse}}}");
        assertThat(guess(i -> reverse.apply(String.format("%09d", 1 + random.nextInt(999_999))))
                        .yaml())
                .isEqualTo("{parts: {id: {type: ascii, transform: reverse}}}");
        assertThat(guess(i -> {
                            String id = phone.apply(i);
                            return hex(digest("MD5", id)).substring(0, 4) + reverse.apply(id);
                        })
                        .yaml())
                .isEqualTo(
                        "{parts: {hash: {kind: hash, of: id, function: md5, take: 4}, id: {type: ascii, transform: reverse}}}");
        assertThat(guess(i -> reverse.apply("www" + i + ".example" + i % 40 + ".com"))
                        .yaml())
                .isEqualTo("{parts: {id: {type: ascii, transform: reverse}}}");
    }

    static Stream<Arguments> plain() {
        Random random = new Random(3);
        String words =
                "able baker charlie dog easy fox george how item jig king love mike nan oboe peter queen roger sugar tare";
        return Stream.<IntFunction<String>>of(
                        i -> new UUID(random.nextLong(), random.nextLong()).toString(),
                        i -> eight(random.nextLong()) + eight(random.nextLong()),
                        i -> hex(eight(random.nextLong())),
                        i -> Integer.toString(i),
                        i -> Integer.toString(100_000 + i),
                        i -> String.format("%08d", i),
                        i -> String.format("%010d", random.nextInt(2_000_000_000)),
                        i -> String.format("%06d", random.nextInt(20_000) * 10),
                        i -> "user" + i,
                        i -> String.format("user%06d", i),
                        i -> eight(i),
                        i -> eight(1_500_000_000L + i),
                        i -> "692" + String.format("%010d", random.nextInt(1_000_000_000)),
                        i -> words.split(" ")[i % 20] + words.split(" ")[i / 20 % 20] + i / 400,
                        i -> "13" + String.format("%09d", random.nextInt(1_000_000_000)),
                        i -> "www" + i + ".example.com")
                .map(Arguments::of);
    }

    @ParameterizedTest
    @MethodSource("plain")
    void nothingSpreadsPlainKeys(IntFunction<String> key) {
        assertThat(guess(key).yaml()).doesNotContain("salt", "hash", "bucket", "transform", "time", "day");
    }

    static Stream<Arguments> datesFirst() {
        Random random = new Random(3);
        return Stream.<IntFunction<String>>of(
                        i -> String.format("202603%02d", 1 + random.nextInt(28)) + String.format("%06d", i),
                        i -> String.format("2026-03-%02d", 1 + random.nextInt(28)) + "_" + i,
                        i -> String.format("202603%02d", 1 + random.nextInt(28)) + "|user" + i,
                        i -> String.format("202603%02d%02d0000", 1 + random.nextInt(28), random.nextInt(24)) + "|user"
                                + i)
                .map(Arguments::of);
    }

    @ParameterizedTest
    @MethodSource("datesFirst")
    void aDateInFrontIsADateAndNoSalt(IntFunction<String> key) {
        assertThat(guess(key).yaml())
                .startsWith("{parts: {")
                .contains("type: date")
                .doesNotContain("salt", "hash", "bucket");
    }

    @Test
    void fewFirstWordsAreAFieldAndNoSalt() {
        assertThat(guess(i -> List.of("cn", "us", "de").get(i % 3) + "|" + i).yaml())
                .isEqualTo("{parts: {id: {type: ascii, separator: \"|\"}, id2: {type: ascii}}}");
    }

    @Test
    void keysThatDoNotFitAndTimesThatAreNoneAreDoubts() {
        List<RowKey> keys = IntStream.range(0, 1_000)
                .mapToObj(i -> RowKey.utf8(
                        i < 3
                                ? "a stray " + i
                                : user() + "|" + (i == 500 ? "0000000000000" : 9_999_999_999_999L - time())))
                .toList();
        KeyGuess guess = KeyGuesser.guess(keys).orElseThrow();
        assertThat(guess.evidence()).isEqualTo("997 of 1000 sampled keys fit");
        assertThat(guess.doubts()).hasSize(2);
        assertThat(guess.doubts().get(0))
                .isEqualTo(
                        "3 of 1,000 sampled keys do not fit: such rows would be dead letters instead of documents, unless the spec has undecodable: raw");
        assertThat(guess.doubts().get(1)).contains("counted backwards: 996 of 997 keys; check it");
    }

    @Test
    void aHashThatIsNotKnownIsAFieldAndADoubt() {
        KeyGuess guess = guess(i -> hex(eight(random.nextLong())).substring(0, 6) + "-" + i);
        assertThat(guess.yaml()).doesNotContain("hash");
        assertThat(guess.doubts()).hasSize(1).allMatch(doubt -> doubt.contains("looks like digits of a hash"));
    }
}
