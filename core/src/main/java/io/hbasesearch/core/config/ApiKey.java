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
 * An API key of the gateway, with the indexes and rights that it grants.
 *
 * @param secret the key itself, or {@code sha256:} and its digest in hexadecimal digits
 * @param indexes names of indexes, or patterns of names in which {@code *} stands for any characters; empty for all indexes
 * @param mayFence true if callers may request fences, which write events
 * @param name identifies the key where the key itself must not be shown
 * @param expires the last day, in UTC, on which the key is valid
 */
public record ApiKey(
        Secret secret, List<String> indexes, boolean mayFence, Optional<String> name, Optional<LocalDate> expires) {
    private static final Pattern INDEXES = Pattern.compile("[a-z0-9_*-]{1,100}");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,63}");
    static final String DIGEST = "sha256:";
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
        // Text after a key may be the rest of a key, so no message repeats it.
        require(
                indexes.stream().allMatch(pattern -> INDEXES.matcher(pattern).matches()),
                "index= is not followed by a valid name or pattern of an index");
        require(name.isEmpty() || NAME.matcher(name.get()).matches(), "name= takes up to 64 letters, digits and ._-");
        require(
                !secret.value().startsWith(DIGEST)
                        || DIGITS.matcher(secret.value().substring(DIGEST.length()))
                                .matches(),
                DIGEST + " takes 64 hexadecimal digits");
    }

    /** Creates a key without a name that does not expire. */
    public ApiKey(Secret secret, List<String> indexes, boolean mayFence) {
        this(secret, indexes, mayFence, Optional.empty(), Optional.empty());
    }

    /** Creates a key that grants access to all indexes. */
    public static ApiKey ofAll(Secret secret) {
        return new ApiKey(secret, List.of(), true);
    }

    /**
     * @param text the key, followed by any number of {@code index=<pattern>} and at most one of each of {@code fence=true|false},
     *     {@code name=<name>} and {@code expires=<date>}
     * @throws IllegalArgumentException if the key is too short, or is followed by something else; its message may be shown
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
                case FENCE, NAMED, EXPIRES -> require(once.put(option, value) == null, option + "= is set twice");
                default ->
                    throw new IllegalArgumentException(
                            "the key is followed by an unknown option; the options are index=, fence=, name= and expires=");
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

    /** Returns the SHA-256 of the key as callers present it. */
    public byte[] digest() {
        String text = secret.value();
        return text.startsWith(DIGEST) ? HexFormat.of().parseHex(text.substring(DIGEST.length())) : digest(text);
    }

    /** Returns the SHA-256 of a key that a caller presents. */
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

    /** Tells if the key grants access to all indexes. */
    public boolean opensAll() {
        return indexes.isEmpty() || indexes.contains("*");
    }

    /** Tells if the key grants read access to rows and documents of an index, which need not exist. */
    public boolean opens(String index) {
        return opensAll() || indexes.stream().anyMatch(pattern -> matches(pattern, index));
    }

    /** Matches a pattern. Apart from the star, none of its characters has a meaning in a regular expression. */
    private static boolean matches(String pattern, String index) {
        return Pattern.matches(pattern.replace("*", ".*"), index);
    }
}
