/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.guess;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.check.KeyFit;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import io.hbasesearch.core.yaml.ConfigurationProblems;
import io.hbasesearch.core.yaml.YamlFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Guesses the structure of row keys: separators, fixed widths, hashes of other parts, salts, times and reversed times. A guess is
 * kept only if its specification decodes and encodes nearly all keys of the sample; if not all, it says so as a doubt. Stateless.
 */
public final class KeyGuesser {
    /** The least keys of a sample; fewer would fit nearly any structure. */
    private static final int LEAST_KEYS = 8;

    /** The most keys that are searched for a structure; all are checked. */
    private static final int MOST_SEARCHED = 2_000;

    private static final double ENOUGH = 0.99;
    private static final Path NOWHERE = Path.of("(guess)");

    private KeyGuesser() {}

    /** Guesses a structure; empty if there are too few keys, or if no meaningful structure fits. */
    public static Optional<KeyGuess> guess(List<RowKey> keys) {
        if (keys.size() < LEAST_KEYS) {
            return Optional.empty();
        }
        Piece searched = Piece.of(searched(keys));
        return guess(searched, keys)
                .or(() -> alike(searched, KeyGuesser::separators).flatMap(most -> guess(most, keys)))
                .or(() -> alike(searched, key -> Integer.toString(key.length())).flatMap(most -> guess(most, keys)));
    }

    private static List<RowKey> searched(List<RowKey> keys) {
        List<RowKey> searched = new ArrayList<>();
        int number = Math.min(keys.size(), MOST_SEARCHED);
        for (int i = 0; i < number; i++) {
            searched.add(keys.get((int) ((long) i * keys.size() / number)));
        }
        return searched;
    }

    private static String separators(String key) {
        return key.chars()
                .filter(c -> KeyCuts.SEPARATORS.indexOf(c) >= 0)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** Returns nearly all keys if they are alike, without the few that differ. */
    private static Optional<Piece> alike(Piece keys, Function<String, String> form) {
        Map<String, List<String>> byForm = new HashMap<>();
        keys.values().forEach(key -> byForm.computeIfAbsent(form.apply(key), none -> new ArrayList<>())
                .add(key));
        return byForm.values().stream()
                .filter(most -> most.size() < keys.size() && most.size() >= ENOUGH * keys.size())
                .findFirst()
                .map(Piece::new);
    }

    private static Optional<KeyGuess> guess(Piece searched, List<RowKey> keys) {
        List<KeyParts.Candidate> candidates = new ArrayList<>();
        KeyCuts.of(searched).forEach(cut -> candidates.addAll(KeyParts.of(cut, false)));
        if (!searched.isText()) {
            KeyCuts.behindBytes(searched).forEach(cut -> candidates.addAll(KeyParts.of(cut, true)));
        }
        return candidates.stream()
                .filter(candidate -> candidate.score() > 0)
                .sorted(Comparator.comparingInt(candidate -> -candidate.score()))
                .map(candidate -> fitting(candidate, keys))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<KeyGuess> fitting(KeyParts.Candidate candidate, List<RowKey> keys) {
        Optional<RowKeySpec> spec = spec(new KeyGuess(candidate.parts(), "", List.of()));
        if (spec.isEmpty()) {
            return Optional.empty();
        }
        long fit = keys.stream()
                .filter(key -> KeyFit.of(spec.get(), key) instanceof KeyFit.Fits)
                .count();
        if (fit < ENOUGH * keys.size()) {
            return Optional.empty();
        }
        List<String> doubts = new ArrayList<>(candidate.doubts());
        if (fit < keys.size()) {
            doubts.add(
                    0,
                    Counts.of(keys.size() - fit) + " of " + Counts.of(keys.size()) + " sampled keys "
                            + (keys.size() - fit == 1 ? "does" : "do")
                            + " not fit: such rows would be dead letters instead of documents, unless the spec has"
                            + " undecodable: raw");
        }
        return Optional.of(new KeyGuess(candidate.parts(), fit + " of " + keys.size() + " sampled keys fit", doubts));
    }

    private static Optional<RowKeySpec> spec(KeyGuess guess) {
        ConfigurationProblems problems = new ConfigurationProblems();
        Optional<RowKeySpec> spec = RowKeySpecReader.spec(
                YamlFile.read(NOWHERE, guess.yaml(), RowKeySpecReader.settings(), Map.of(), problems));
        return problems.list().isEmpty() ? spec : Optional.empty();
    }
}
