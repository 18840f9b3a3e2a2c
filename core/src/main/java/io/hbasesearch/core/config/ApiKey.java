/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A key that callers of the gateway present, and what it opens.
 *
 * @param indexes their names, or patterns of names in which {@code *} stands for any characters; empty for all indexes
 * @param mayFence whether callers may have events written, which fences do
 */
public record ApiKey(Secret secret, List<String> indexes, boolean mayFence) {
    private static final Pattern INDEXES = Pattern.compile("[a-z0-9_*-]{1,100}");
    private static final String INDEX = "index=";
    private static final String FENCE = "fence=";

    public ApiKey {
        Objects.requireNonNull(secret, "secret");
        indexes = List.copyOf(indexes);
        indexes.stream()
                .filter(pattern -> !INDEXES.matcher(pattern).matches())
                .findFirst()
                .ifPresent(pattern -> {
                    throw new IllegalArgumentException("no index has a name like '" + pattern + "'");
                });
    }

    /** A key that opens everything. */
    public static ApiKey ofAll(Secret secret) {
        return new ApiKey(secret, List.of(), true);
    }

    /**
     * @param text the key, and behind it any number of {@code index=<pattern>} and at most one {@code fence=true|false}
     * @throws IllegalArgumentException if the key is too short, or there is something else behind it
     */
    static ApiKey parse(String text) {
        String[] words = text.strip().split("\\s+");
        Secret secret = ConfigTypes.apiKey(words[0]);
        List<String> indexes = new ArrayList<>();
        List<Boolean> fences = new ArrayList<>();
        for (String word : List.of(words).subList(1, words.length)) {
            if (word.startsWith(INDEX)) {
                indexes.add(word.substring(INDEX.length()));
            } else {
                fences.add(fence(word));
            }
        }
        if (fences.size() > 1) {
            throw new IllegalArgumentException("fence is said twice");
        }
        return new ApiKey(secret, indexes, fences.isEmpty() || fences.get(0));
    }

    private static boolean fence(String word) {
        return switch (word) {
            case FENCE + "true" -> true;
            case FENCE + "false" -> false;
            default -> throw new IllegalArgumentException("neither index= nor fence=");
        };
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
