/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.guess;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.RowKey;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongPredicate;

/** Guesses the parts of binary keys of equal length: a salt, an id, a time. For one thread. */
final class BinaryKeys {
    private static final int MOST_SALTS = 64;
    private static final int KEYS_OF_A_SALT = 5;
    private static final int TIME = Long.BYTES;

    private final List<RowKey> keys;
    private final int width;

    BinaryKeys(List<RowKey> keys) {
        this.keys = List.copyOf(keys);
        this.width = keys.get(0).bytes().length();
    }

    /** Returns the candidates, the best first. */
    List<List<KeyGuess.Part>> candidates() {
        if (!keys.stream().allMatch(key -> key.bytes().length() == width)) {
            return List.of();
        }
        int salt = isSalted() ? 1 : 0;
        if (width >= TIME + salt && isTime(Texts::isMillis)) {
            return List.of(parts(salt, "type: u64", "eight bytes, milliseconds since 1970 in every key"));
        } else if (width >= TIME + salt && isTime(number -> Texts.isMillis(Long.MAX_VALUE - number))) {
            return List.of(parts(
                    salt,
                    "type: u64, transform: complement",
                    "eight bytes, Long.MAX_VALUE less milliseconds since 1970 in every key: the newest comes first"));
        } else if (salt > 0 && width > 1) {
            return List.of(List.of(salt(), id(1, width)));
        }
        return List.of();
    }

    private List<KeyGuess.Part> parts(int salted, String time, String evidence) {
        List<KeyGuess.Part> parts = new ArrayList<>();
        if (salted > 0) {
            parts.add(salt());
        }
        if (width > TIME + salted) {
            parts.add(id(salted, width - TIME));
        }
        parts.add(new KeyGuess.Part("time", time, evidence));
        return parts;
    }

    private KeyGuess.Part id(int from, int to) {
        List<ByteArray> ids = keys.stream()
                .map(key -> ByteArray.wrap(Arrays.copyOfRange(key.bytes().unsafeBytes(), from, to)))
                .toList();
        boolean text = Texts.utf8(ids)
                .filter(texts -> texts.stream().allMatch(each -> each.chars().allMatch(c -> c < 0x80)))
                .isPresent();
        return new KeyGuess.Part(
                "id",
                "type: " + (text ? "ascii" : "bytes") + ", width: " + (to - from),
                (to - from) + (text ? " characters" : " bytes of no known form") + " in every key");
    }

    private boolean isTime(LongPredicate condition) {
        return keys.stream()
                .allMatch(key -> condition.test(
                        ByteBuffer.wrap(key.bytes().unsafeBytes()).getLong(width - TIME)));
    }

    /** Tells if the first byte is one of few small numbers that occur often. */
    private boolean isSalted() {
        Set<Integer> first = firstBytes();
        return first.size() > 1
                && first.size() * KEYS_OF_A_SALT <= keys.size()
                && first.stream().allMatch(value -> value < MOST_SALTS && value < 2 * first.size());
    }

    private Set<Integer> firstBytes() {
        Set<Integer> first = new TreeSet<>();
        keys.forEach(key -> first.add(key.bytes().unsafeBytes()[0] & 0xff));
        return first;
    }

    private KeyGuess.Part salt() {
        List<String> values = firstBytes().stream().map(String::valueOf).toList();
        return new KeyGuess.Part(
                "salt",
                "kind: salt, type: u8, values: [" + String.join(", ", values) + "]",
                "one byte with " + values.size() + " values in " + keys.size()
                        + " keys; add those that the sample lacks, or declare the hash that it is");
    }
}
