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
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Guesses the structure of row keys: separators, fixed widths, hashes of other parts, salts, times and reversed times. A guess is
 * kept only if its specification decodes and encodes nearly all keys of the sample. Stateless.
 */
public final class KeyGuesser {
    /** The least keys of a sample; fewer would fit nearly any structure. */
    private static final int LEAST_KEYS = 8;

    private static final double ENOUGH = 0.99;
    private static final Path NOWHERE = Path.of("(guess)");

    private KeyGuesser() {}

    /** Guesses a structure; empty if there are too few keys, or if no meaningful structure fits. */
    public static Optional<KeyGuess> guess(List<RowKey> keys) {
        if (keys.size() < LEAST_KEYS) {
            return Optional.empty();
        }
        List<List<KeyGuess.Part>> candidates = new ArrayList<>();
        Texts.utf8(keys.stream().map(RowKey::bytes).toList())
                .filter(texts -> texts.stream().allMatch(text -> text.chars().allMatch(c -> c < 0x80)))
                .ifPresentOrElse(
                        texts -> candidates.addAll(new TextKeys(texts).candidates()),
                        () -> candidates.addAll(new BinaryKeys(keys).candidates()));
        return candidates.stream()
                .map(parts -> fitting(parts, keys))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<KeyGuess> fitting(List<KeyGuess.Part> parts, List<RowKey> keys) {
        Optional<RowKeySpec> spec = spec(new KeyGuess(parts, ""));
        if (spec.isEmpty()) {
            return Optional.empty();
        }
        long fit = keys.stream()
                .filter(key -> KeyFit.of(spec.get(), key) instanceof KeyFit.Fits)
                .count();
        return fit >= ENOUGH * keys.size()
                ? Optional.of(new KeyGuess(parts, fit + " of " + keys.size() + " sampled keys fit"))
                : Optional.empty();
    }

    private static Optional<RowKeySpec> spec(KeyGuess guess) {
        ConfigurationProblems problems = new ConfigurationProblems();
        Optional<RowKeySpec> spec = RowKeySpecReader.spec(
                YamlFile.read(NOWHERE, guess.yaml(), RowKeySpecReader.settings(), Map.of(), problems));
        return problems.list().isEmpty() ? spec : Optional.empty();
    }
}
