/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.text;

import com.ibm.icu.text.Transliterator;
import java.text.Normalizer;
import java.util.Collection;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Changes the characters of a text as the presets of analyzers change them before they compare words, without stemming. Other analyzers may
 * change characters too; their texts stay as they are. Immutable.
 *
 * @param simplifies whether traditional Chinese characters become simplified ones
 * @param removesAccents whether letters lose their accents
 * @param narrows whether full-width letters and digits become ASCII, and half-width Katakana the usual one
 */
public record CharacterFolding(boolean simplifies, boolean removesAccents, boolean narrows) {
    private static final String OF_TRADITIONAL = "_t2s";
    private static final String OF_ACCENTS = "folding";
    private static final Set<String> OF_WIDTH = Set.of("cjk", "cjk_t2s", "japanese", "kuromoji");

    private static final Pattern MARKS = Pattern.compile("[\\u0300-\\u036f]+");

    /** Matches full-width ASCII and half-width Katakana with their marks. */
    private static final Pattern OTHER_WIDTH = Pattern.compile("[\\uff01-\\uff5e\\uff65-\\uff9f]+");

    private static final class Holder {
        static final Transliterator TO_ASCII = Transliterator.getInstance("Latin-ASCII");

        private Holder() {}
    }

    /** Returns what analyzers of these names do, any of them. */
    public static CharacterFolding of(Collection<String> analyzers) {
        return new CharacterFolding(
                analyzers.stream().anyMatch(name -> name.endsWith(OF_TRADITIONAL)),
                analyzers.contains(OF_ACCENTS),
                analyzers.stream().anyMatch(OF_WIDTH::contains));
    }

    public boolean isNothing() {
        return !simplifies && !removesAccents && !narrows;
    }

    /** Returns a text that is equal to that of each other text that the analyzers take for the same. */
    public String folded(String text) {
        String folded = narrows
                ? OTHER_WIDTH.matcher(text).replaceAll(wide -> Normalizer.normalize(wide.group(), Normalizer.Form.NFKC))
                : text;
        if (removesAccents) {
            String decomposed = Normalizer.normalize(folded, Normalizer.Form.NFKD);
            folded = Normalizer.normalize(ascii(MARKS.matcher(decomposed).replaceAll("")), Normalizer.Form.NFC);
        }
        return simplifies ? simplified(folded) : folded;
    }

    private static String ascii(String text) {
        synchronized (Holder.TO_ASCII) {
            return Holder.TO_ASCII.transliterate(text);
        }
    }

    private static String simplified(String text) {
        StringBuilder simplified = new StringBuilder(text.length());
        text.codePoints()
                .mapToObj(Character::toString)
                .forEach(each ->
                        simplified.append(SimplifiedChinese.ofTraditional().getOrDefault(each, each)));
        return simplified.toString();
    }
}
