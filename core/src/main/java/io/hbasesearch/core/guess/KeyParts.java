/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.guess;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Guesses the parts of text keys from the pieces into which they were cut. For one thread. */
final class KeyParts {
    /** The digests, by their names in specifications. */
    private static final Map<String, String> DIGESTS = digests();

    private static final List<Integer> BUCKETS =
            List.of(2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 50, 64, 100, 128, 256, 512, 1000);
    private static final int MOST_SALTS = 64;
    private static final int SALT_WIDTH = 2;
    /** The least keys per value of a salt, which occurs often. */
    private static final int KEYS_OF_A_SALT = 5;

    private final List<List<String>> columns;
    private final Set<String> names = new HashSet<>();

    /** @param columns the pieces of all keys, by their position in the key */
    KeyParts(List<List<String>> columns) {
        this.columns = List.copyOf(columns);
    }

    private static Map<String, String> digests() {
        Map<String, String> digests = new LinkedHashMap<>();
        digests.put("md5", "MD5");
        digests.put("sha1", "SHA-1");
        digests.put("sha256", "SHA-256");
        return digests;
    }

    List<KeyGuess.Part> behindEachOther() {
        return parts(Optional.empty(), true);
    }

    /** @param salts true if the first piece may be a salt */
    List<KeyGuess.Part> separatedBy(char separator, boolean salts) {
        return parts(Optional.of(separator), salts);
    }

    boolean beginsWithHash() {
        return columns.size() > 1 && hash(columns.get(0), List.of("", "x")).isPresent();
    }

    private List<KeyGuess.Part> parts(Optional<Character> separator, boolean salts) {
        names.clear();
        List<String> called = columns.stream().map(this::name).toList();
        List<KeyGuess.Part> parts = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            boolean last = i == columns.size() - 1;
            Optional<KeyGuess.Part> prefix = i == 0 && !last ? prefix(called, salts) : Optional.empty();
            KeyGuess.Part part = prefix.orElse(field(called.get(i), columns.get(i)));
            boolean open = !part.settings().contains("width") && part.settings().startsWith("type: ascii");
            if (!last && separator.isPresent() && open && prefix.isEmpty()) {
                part = new KeyGuess.Part(
                        part.name(),
                        part.settings() + ", separator: \"" + separator.get() + "\"",
                        part.evidence() + "; " + separator.get() + " stands behind it in every key");
            }
            parts.add(part);
            if (!last && separator.isPresent() && !part.settings().contains("separator")) {
                parts.add(new KeyGuess.Part(
                        "then" + (i + 1), "kind: const, value: \"" + separator.get() + "\"", "the same in every key"));
            }
        }
        return parts;
    }

    private String name(List<String> column) {
        String base = time(column).isPresent() ? column.get(0).length() == 8 ? "day" : "time" : "id";
        String name = base;
        for (int i = 2; !names.add(name); i++) {
            name = base + i;
        }
        return name;
    }

    /** Guesses a leading part that only spreads rows. */
    private Optional<KeyGuess.Part> prefix(List<String> called, boolean salts) {
        List<String> first = columns.get(0);
        return hash(first, called).or(() -> bucket(first, called)).or(() -> salts ? salt(first) : Optional.empty());
    }

    private Optional<KeyGuess.Part> hash(List<String> first, List<String> called) {
        int digits = first.get(0).length();
        if (digits < 2 || !all(first, text -> text.length() == digits && Texts.isHexDigits(text))) {
            return Optional.empty();
        }
        for (Map.Entry<String, String> digest : DIGESTS.entrySet()) {
            for (int i = 1; i < columns.size(); i++) {
                if (isDigest(first, columns.get(i), digest.getValue())) {
                    return Optional.of(new KeyGuess.Part(
                            "hash",
                            "kind: hash, function: " + digest.getKey() + ", of: " + called.get(i) + ", take: " + digits,
                            "in every key the first " + digits + " digits of " + digest.getKey() + "(" + called.get(i)
                                    + ")"));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isDigest(List<String> hashes, List<String> of, String algorithm) {
        try {
            MessageDigest digest = MessageDigest.getInstance(algorithm);
            for (int i = 0; i < hashes.size(); i++) {
                String hex = HexFormat.of().formatHex(digest.digest(of.get(i).getBytes(UTF_8)));
                if (!hex.startsWith(hashes.get(i))) {
                    return false;
                }
            }
            return true;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has " + algorithm, e);
        }
    }

    private Optional<KeyGuess.Part> bucket(List<String> first, List<String> called) {
        int width = first.get(0).length();
        boolean numbers = width <= 4 && all(first, text -> text.length() == width && Texts.isDigits(text));
        if (!numbers || new HashSet<>(first).size() < 2) {
            return Optional.empty();
        }
        for (int i = 1; i < columns.size(); i++) {
            for (int modulus : BUCKETS) {
                if (isBucket(first, columns.get(i), modulus)) {
                    return Optional.of(new KeyGuess.Part(
                            "bucket",
                            "kind: hash, function: javaString, of: " + called.get(i) + ", modulus: " + modulus
                                    + ", negatives: abs, type: decimal, width: " + width,
                            "in every key abs(hashCode of " + called.get(i) + " % " + modulus + ")"));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isBucket(List<String> first, List<String> of, int modulus) {
        for (int i = 0; i < first.size(); i++) {
            if (Math.abs(of.get(i).hashCode() % modulus) != Integer.parseInt(first.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static Optional<KeyGuess.Part> salt(List<String> first) {
        int width = first.get(0).length();
        Set<String> values = new TreeSet<>(first);
        boolean salt = width <= SALT_WIDTH
                && all(first, text -> text.length() == width)
                && values.size() > 1
                && values.size() <= MOST_SALTS
                && values.size() * KEYS_OF_A_SALT <= first.size();
        if (!salt) {
            return Optional.empty();
        }
        List<String> quoted = values.stream().map(value -> "\"" + value + "\"").toList();
        return Optional.of(new KeyGuess.Part(
                "salt",
                "kind: salt, type: ascii, values: [" + String.join(", ", quoted) + "]",
                values.size() + " values in " + first.size() + " keys; make it a field if it says something of the row,"
                        + " and add values that the sample lacks"));
    }

    private static KeyGuess.Part field(String name, List<String> column) {
        int width = column.get(0).length();
        Optional<KeyGuess.Part> time = time(column);
        if (time.isPresent()) {
            return new KeyGuess.Part(name, time.get().settings(), time.get().evidence());
        }
        boolean fixed = all(column, text -> text.length() == width);
        return new KeyGuess.Part(
                name,
                fixed ? "type: ascii, width: " + width : "type: ascii",
                fixed ? width + " characters in every key" : "characters");
    }

    /** Returns the format of a day or a time if all pieces have it; under the name {@code time}. */
    static Optional<KeyGuess.Part> time(List<String> column) {
        if (all(column, Texts::isDay)) {
            return time("type: date, pattern: yyyyMMdd", "a day in every key");
        } else if (all(column, text -> Texts.isTime(text, 14))) {
            return time("type: date, pattern: yyyyMMddHHmmss", "a time in every key; set zone");
        } else if (all(column, text -> isMillis(text, 13, 0))) {
            return time("type: decimal, width: 13", "milliseconds since 1970 in every key");
        } else if (all(column, text -> isMillis(text, 13, 9_999_999_999_999L))) {
            return time(
                    "type: decimal, width: 13, transform: complement 9999999999999",
                    "9999999999999 less milliseconds since 1970 in every key: the newest comes first");
        } else if (all(column, text -> isMillis(text, 19, Long.MAX_VALUE))) {
            return time(
                    "type: decimal, width: 19, transform: complement",
                    "Long.MAX_VALUE less milliseconds since 1970 in every key: the newest comes first");
        }
        return Optional.empty();
    }

    private static Optional<KeyGuess.Part> time(String settings, String evidence) {
        return Optional.of(new KeyGuess.Part("time", settings, evidence));
    }

    /** @param from the number from which the milliseconds are subtracted; 0 for none */
    private static boolean isMillis(String text, int digits, long from) {
        if (text.length() != digits || !Texts.isDigits(text)) {
            return false;
        }
        try {
            long number = Long.parseLong(text);
            return Texts.isMillis(from == 0 ? number : from - number);
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static boolean all(List<String> texts, Predicate<String> condition) {
        return texts.stream().allMatch(condition);
    }
}
