/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.value;

import io.hbasesearch.core.text.CharacterFolding;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The synonyms of a definition: for each entry, what else a query for it searches for. They change queries only, so they are neither
 * part of the definition's hash nor of what an index stores. Immutable.
 */
public final class SynonymRules {
    /** No synonyms: the default. */
    public static final SynonymRules NONE = new SynonymRules("", 0, Map.of());

    /** The most words of an entry. */
    public static final int MAX_WORDS = 6;

    /** The most alternatives of entries that a folding makes equal. */
    private static final int MAX_ALTERNATIVES = 20;

    private static final Pattern BLANKS = Pattern.compile("[\\s\\p{Z}]+");

    private final String file;
    private final int rules;
    private final Map<String, List<String>> alternatives;
    private final List<Integer> lengths;

    /** The same rules for fields whose analyzers change characters, created when a query needs them. */
    private final Map<CharacterFolding, SynonymRules> folded = new ConcurrentHashMap<>();

    /**
     * @param file as the definition names it
     * @param rules number of rules in the file
     * @param alternatives texts to search for as well, by the {@link #key} of the entry
     */
    public SynonymRules(String file, int rules, Map<String, List<String>> alternatives) {
        this.file = Objects.requireNonNull(file, "file");
        this.rules = rules;
        Map<String, List<String>> copied = new LinkedHashMap<>();
        alternatives.forEach((key, texts) -> copied.put(key, List.copyOf(texts)));
        this.alternatives = Map.copyOf(copied);
        this.lengths = copied.keySet().stream()
                .filter(key -> key.indexOf(' ') < 0)
                .map(String::length)
                .distinct()
                .sorted(Comparator.reverseOrder())
                .toList();
    }

    /** Returns the form in which entries are compared: NFC, in lower case, with single blanks. */
    public static String key(String text) {
        return blanks(text).toLowerCase(Locale.ROOT);
    }

    /** Returns a text in NFC with single blanks. */
    public static String blanks(String text) {
        String composed = Normalizer.normalize(text, Normalizer.Form.NFC);
        return BLANKS.matcher(composed).replaceAll(" ").strip();
    }

    /** Returns these rules with folded keys. Entries that become equal have the alternatives of all of them. */
    public SynonymRules folded(CharacterFolding folding) {
        return isEmpty() || folding.isNothing() ? this : folded.computeIfAbsent(folding, this::withKeys);
    }

    private SynonymRules withKeys(CharacterFolding folding) {
        Map<String, List<String>> all = new TreeMap<>();
        // In one order, because the order of alternatives is part of a cursor.
        new TreeMap<>(alternatives).forEach((key, texts) -> {
            String other = folding.folded(key);
            List<String> joined = all.computeIfAbsent(other, first -> new ArrayList<>());
            texts.stream()
                    .filter(text -> !folding.folded(key(text)).equals(other) && !joined.contains(text))
                    .limit(MAX_ALTERNATIVES - joined.size())
                    .forEach(joined::add);
        });
        return new SynonymRules(file, rules, all);
    }

    /** Returns what else to search for; empty if the key is not an entry. */
    public List<String> alternatives(String key) {
        return alternatives.getOrDefault(key, List.of());
    }

    /** Returns the different lengths of the entries of one word, the longest first. */
    public List<Integer> lengths() {
        return lengths;
    }

    public boolean isEmpty() {
        return alternatives.isEmpty();
    }

    @Override
    public boolean equals(Object other) {
        // Comparing the same rules every few seconds must cost nothing.
        return other == this
                || (other instanceof SynonymRules that
                        && file.equals(that.file)
                        && rules == that.rules
                        && alternatives.equals(that.alternatives));
    }

    @Override
    public int hashCode() {
        return Objects.hash(file, rules, alternatives);
    }

    /** Returns the file and the number of its rules; empty without synonyms. */
    @Override
    public String toString() {
        return file.isEmpty() ? "" : file + (rules == 1 ? " (1 rule)" : " (" + rules + " rules)");
    }
}
