/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.guess;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.hbasesearch.core.rowkey.hash.HashFunction;
import io.hbasesearch.core.rowkey.hash.NegativeRule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Finds the hash of what stands behind it that a leading piece is. For one thread. */
final class HashSearch {
    /** The bits that must agree. By chance, one of all functions and inputs that are tried would agree with fewer. */
    private static final double LEAST_BITS = 32;

    private static final int COUNTED_INPUTS = 64;
    private static final int TRIED_FIRST = 24;
    private static final int MOST_DIGITS = 5;
    private static final int LONG_DIGITS = 18;
    private static final int MOST_BUCKETS = 65_536;
    private static final List<HashFunction> DIGESTS = List.of(HashFunction.MD5, HashFunction.SHA1, HashFunction.SHA256);
    private static final List<HashFunction> NUMBERS = List.of(
            HashFunction.JAVA_STRING,
            HashFunction.JAVA_BYTES,
            HashFunction.CRC_32,
            HashFunction.IDENTITY,
            HashFunction.JAVA_LONG);

    private final Piece prefix;
    private final boolean text;
    private final boolean hex;
    private final long[] buckets;

    /** @param prefix of one width */
    HashSearch(Piece prefix) {
        this.prefix = prefix;
        this.text = prefix.isText();
        this.hex = prefix.all(Texts::isHexDigits);
        this.buckets = buckets();
    }

    /**
     * A hash that gives the piece in every key.
     *
     * @param settings without what it is computed from
     * @param words for example: the first 4 digits of md5
     * @param doubt what to check; empty if nothing
     */
    record Found(HashSource source, String settings, String words, String doubt) {}

    private long[] buckets() {
        int width = prefix.shortest();
        boolean digits = width <= MOST_DIGITS && prefix.all(Texts::isDigits);
        boolean binary = !text && (width == 1 || width == 2 || width == 4);
        if (!digits && !binary || prefix.distinct() < 2) {
            return new long[0];
        }
        boolean signed = binary && width == 1 && !prefix.all(value -> value.charAt(0) < 0x80);
        return prefix.values().stream()
                .mapToLong(
                        value -> digits ? Long.parseLong(value) : signed ? (byte) value.charAt(0) : Piece.number(value))
                .toArray();
    }

    /** Returns the first hash that gives the piece in all keys. */
    Optional<Found> find(List<HashSource> sources) {
        for (HashSource source : sources) {
            Optional<Found> found = digest(source).or(() -> bucket(source));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private Optional<Found> digest(HashSource source) {
        int width = prefix.shortest();
        for (HashFunction function : DIGESTS) {
            if (hex && width <= 2 * function.width() && isDigest(function, source, true)) {
                return evident(source, 4 * width)
                        ? Optional.of(found(source, function, width, "digit"))
                        : Optional.empty();
            } else if (!text && width <= function.width() && isDigest(function, source, false)) {
                return evident(source, Byte.SIZE * width)
                        ? Optional.of(found(source, function, width, "byte"))
                        : Optional.empty();
            }
        }
        return Optional.empty();
    }

    private static Found found(HashSource source, HashFunction function, int width, String unit) {
        String name = function.name().toLowerCase(Locale.ROOT);
        return new Found(
                source,
                "function: " + name + (unit.equals("byte") ? ", output: raw" : "") + ", take: " + width,
                "the first " + (width == 1 ? unit : width + " " + unit + "s") + " of " + name,
                "");
    }

    private boolean isDigest(HashFunction function, HashSource source, boolean digits) {
        for (int key = 0; key < prefix.size(); key++) {
            byte[] digest = function.digest(Piece.bytes(source.input().apply(key)));
            String bytes = digits ? HexFormat.of().formatHex(digest) : new String(digest, ISO_8859_1);
            if (!bytes.startsWith(prefix.at(key))) {
                return false;
            }
        }
        return true;
    }

    /** Tells if a source has so many values that agreement is no chance. */
    private boolean evident(HashSource source, double bitsOfAnInput) {
        Set<String> inputs = new HashSet<>();
        for (int key = 0; key < prefix.size() && inputs.size() < COUNTED_INPUTS; key++) {
            inputs.add(source.input().apply(key));
        }
        return inputs.size() * bitsOfAnInput >= LEAST_BITS;
    }

    private Optional<Found> bucket(HashSource source) {
        if (buckets.length == 0) {
            return Optional.empty();
        }
        for (HashFunction function : NUMBERS) {
            Optional<long[]> first = numbers(function, source, Math.min(TRIED_FIRST, buckets.length));
            if (first.isPresent()) {
                Optional<Found> found = modulus(function, source, first.get());
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<long[]> numbers(HashFunction function, HashSource source, int keys) {
        boolean ofNumbers = function == HashFunction.IDENTITY || function == HashFunction.JAVA_LONG;
        long[] numbers = new long[keys];
        for (int key = 0; key < keys; key++) {
            String input = source.input().apply(key);
            if (ofNumbers && (input.length() > LONG_DIGITS || !Texts.isDigits(input))) {
                return Optional.empty();
            }
            numbers[key] = function.number(Piece.bytes(input));
        }
        return Optional.of(numbers);
    }

    private Optional<Found> modulus(HashFunction function, HashSource source, long[] first) {
        long most = 0;
        long least = 0;
        for (long bucket : buckets) {
            most = Math.max(most, Math.abs(bucket));
            least = Math.min(least, bucket);
        }
        List<NegativeRule> rules = least < 0
                ? List.of(NegativeRule.KEEP)
                : List.of(NegativeRule.FLOOR, NegativeRule.ABS, NegativeRule.UNSIGNED);
        if (most >= MOST_BUCKETS) {
            return Optional.empty();
        }
        double bits = Math.log(prefix.distinct()) / Math.log(2);
        for (int modulus = (int) most + 1; modulus <= Math.min(limit(), 2 * most + 16); modulus++) {
            for (NegativeRule rule : rules) {
                if (fits(first, modulus, rule) && evident(source, bits)) {
                    Optional<long[]> all = numbers(function, source, buckets.length);
                    if (all.isPresent() && wraps(all.get(), modulus) && fits(all.get(), modulus, rule)) {
                        return Optional.of(found(function, source, modulus, rule, fitting(all.get(), modulus, rules)));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private long limit() {
        int width = prefix.shortest();
        return text ? (long) Math.pow(10, width) : Math.min(MOST_BUCKETS, 1L << Byte.SIZE * width);
    }

    private boolean fits(long[] hashes, int modulus, NegativeRule rule) {
        for (int key = 0; key < hashes.length; key++) {
            if (rule.apply(hashes[key], modulus) != buckets[key]) {
                return false;
            }
        }
        return true;
    }

    /** Tells if a hash is larger than the modulus: else the piece would only repeat another one. */
    private static boolean wraps(long[] hashes, int modulus) {
        for (long hash : hashes) {
            if (Math.abs(hash) >= modulus) {
                return true;
            }
        }
        return false;
    }

    private List<NegativeRule> fitting(long[] hashes, int modulus, List<NegativeRule> rules) {
        List<NegativeRule> fitting = new ArrayList<>();
        for (NegativeRule rule : rules) {
            if (fits(hashes, modulus, rule)) {
                fitting.add(rule);
            }
        }
        return fitting;
    }

    private Found found(
            HashFunction function, HashSource source, int modulus, NegativeRule rule, List<NegativeRule> fitting) {
        int width = prefix.shortest();
        String type = text
                ? ", type: decimal, width: " + width
                : rule == NegativeRule.KEEP ? "" : ", type: u" + Byte.SIZE * width;
        String name = name(function);
        boolean open = fitting.size() > 1
                && (function == HashFunction.JAVA_STRING || function == HashFunction.JAVA_BYTES)
                && Integer.bitCount(modulus) != 1;
        return new Found(
                source,
                "function: " + name + ", modulus: " + modulus + ", negatives: "
                        + rule.name().toLowerCase(Locale.ROOT) + type,
                rule(rule) + " with n = " + modulus + " and the hash " + words(function),
                open
                        ? "no sampled key has a negative hash, of which floorMod(hash, n) and abs(hash % n) make different"
                                + " buckets: see what the program does that writes the keys, and set negatives: floor or"
                                + " abs"
                        : "");
    }

    private static String name(HashFunction function) {
        return switch (function) {
            case MD5 -> "md5";
            case SHA1 -> "sha1";
            case SHA256 -> "sha256";
            case JAVA_STRING -> "javaString";
            case JAVA_BYTES -> "javaBytes";
            case JAVA_LONG -> "javaLong";
            case CRC_32 -> "crc32";
            case IDENTITY -> "identity";
        };
    }

    private static String words(HashFunction function) {
        return switch (function) {
            case JAVA_STRING -> "String.hashCode";
            case JAVA_BYTES -> "Arrays.hashCode";
            case JAVA_LONG -> "Long.hashCode";
            case MD5, SHA1, SHA256, CRC_32 -> name(function);
            case IDENTITY -> "that is the number itself,";
        };
    }

    private static String rule(NegativeRule rule) {
        return switch (rule) {
            case FLOOR -> "floorMod(hash, n)";
            case ABS -> "abs(hash % n)";
            case UNSIGNED -> "remainderUnsigned(hash, n)";
            case KEEP -> "hash % n";
        };
    }
}
