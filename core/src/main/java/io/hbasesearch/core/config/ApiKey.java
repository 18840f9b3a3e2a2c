/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A key that callers of the gateway present, and what it opens.
 *
 * @param secret the key itself, or {@code sha256:} and its digest in hexadecimal digits
 * @param indexes their names, or patterns of names in which {@code *} stands for any characters; empty for all indexes
 * @param mayFence whether callers may have events written, which fences do
 * @param name what the key is called where it must not be shown
 * @param expires the last day, in UTC, on which it is taken
 */
public record ApiKey(
        Secret secret, List<String> indexes, boolean mayFence, Optional<String> name, Optional<LocalDate> expires) {
    private static final Pattern INDEXES = Pattern.compile("[a-z0-9_*-]{1,100}");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");
    private static final String DIGEST = "sha256:";
    private static final Pattern DIGITS = Pattern.compile("[0-9a-fA-F]{64}");
    private static final String INDEX = "index";
    private static final String FENCE = "fence";
    private static final String NAMED = "name";
    private static final String EXPIRES = "expires";

    public ApiKey {
        Objects.requireNonNull(secret, "secret");
        indexes = List.copyOf(indexes);
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(expires, "expires");
        // What stands behind a key may be the rest of one, so no message repeats it.
        require(
                indexes.stream().allMatch(pattern -> INDEXES.matcher(pattern).matches()),
                "no index has such a name as stands behind index=");
        require(name.isEmpty() || NAME.matcher(name.get()).matches(), "name= takes up to 64 letters, digits and ._-");
        require(
                !secret.value().startsWith(DIGEST)
                        || DIGITS.matcher(secret.value().substring(DIGEST.length()))
                                .matches(),
                DIGEST + " takes 64 hexadecimal digits");
    }

    /** A key without a name that does not expire. */
    public ApiKey(Secret secret, List<String> indexes, boolean mayFence) {
        this(secret, indexes, mayFence, Optional.empty(), Optional.empty());
    }

    /** A key that opens everything. */
    public static ApiKey ofAll(Secret secret) {
        return new ApiKey(secret, List.of(), true);
    }

    /**
     * @param text the key, and behind it any number of {@code index=<pattern>} and at most one of each of {@code fence=true|false},
     *     {@code name=<name>} and {@code expires=<date>}
     * @throws IllegalArgumentException if the key is too short, or there is something else behind it; its message may be shown
     */
    static ApiKey parse(String text) {
        String[] words = text.strip().split("\\s+");
        Secret secret = ConfigTypes.apiKey(words[0]);
        List<String> indexes = new ArrayList<>();
        Map<String, String> once = new HashMap<>();
        for (String word : List.of(words).subList(1, words.length)) {
            int end = word.indexOf('=');
            String option = end < 0 ? "" : word.substring(0, end);
            String value = word.substring(end + 1);
            switch (option) {
                case INDEX -> indexes.add(value);
                case FENCE, NAMED, EXPIRES -> require(once.put(option, value) == null, option + "= is there twice");
                default ->
                    throw new IllegalArgumentException(
                            "something behind the key is none of index=, fence=, name=, expires=");
            }
        }
        return new ApiKey(
                secret,
                indexes,
                fence(once.getOrDefault(FENCE, "true")),
                Optional.ofNullable(once.get(NAMED)),
                Optional.ofNullable(once.get(EXPIRES)).map(ApiKey::date));
    }

    private static boolean fence(String value) {
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("fence= takes true or false");
        };
    }

    private static LocalDate date(String value) {
        try {
            return LocalDate.parse(value);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("expires= takes a date such as 2027-12-31", e);
        }
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    /** The key as callers present it; empty if only its digest is known. */
    public Optional<String> plain() {
        return Optional.of(secret.value()).filter(text -> !text.startsWith(DIGEST));
    }

    /** SHA-256 of the key as callers present it. */
    public byte[] digest() {
        String text = secret.value();
        return text.startsWith(DIGEST) ? HexFormat.of().parseHex(text.substring(DIGEST.length())) : digest(text);
    }

    /** SHA-256 of what a caller presents. */
    public static byte[] digest(String presented) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(presented.getBytes(UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    public boolean isExpired(Instant now) {
        return expires.filter(last -> now.atZone(ZoneOffset.UTC).toLocalDate().isAfter(last))
                .isPresent();
    }

    /** Whether there is no index that it does not open. */
    public boolean opensAll() {
        return indexes.isEmpty() || indexes.contains("*");
    }

    /** Whether rows and documents of this index may be read with it; whether there is such an index does not matter. */
    public boolean opens(String index) {
        return opensAll() || indexes.stream().anyMatch(pattern -> matches(pattern, index));
    }

    /** Besides the star, no character of a pattern means anything to a regular expression. */
    private static boolean matches(String pattern, String index) {
        return Pattern.matches(pattern.replace("*", ".*"), index);
    }
}
