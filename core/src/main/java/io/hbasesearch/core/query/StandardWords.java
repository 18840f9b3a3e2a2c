/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;

/** Splits text as the tokenizer {@code standard} does, which nearly all analyzers begin with, for backends that have no analyzers here. */
public final class StandardWords {
    private static final Set<String> PAIRED = Set.of(
            StandardTokenizer.TOKEN_TYPES[StandardTokenizer.IDEOGRAPHIC],
            StandardTokenizer.TOKEN_TYPES[StandardTokenizer.HIRAGANA],
            StandardTokenizer.TOKEN_TYPES[StandardTokenizer.KATAKANA],
            StandardTokenizer.TOKEN_TYPES[StandardTokenizer.HANGUL]);

    private StandardWords() {}

    /**
     * A word of a text.
     *
     * @param start its place in the text
     * @param end the place after it
     * @param isCjk whether it is Chinese, Japanese or Korean, which the analyzer {@code cjk} splits into pairs of characters
     */
    public record StandardWord(String text, int start, int end, boolean isCjk) {}

    /** Returns the words of a text in their order; letters, digits, ideographs and emoji, but no punctuation. */
    public static List<StandardWord> of(String text) {
        List<StandardWord> words = new ArrayList<>();
        try (StandardTokenizer tokens = new StandardTokenizer()) {
            OffsetAttribute place = tokens.addAttribute(OffsetAttribute.class);
            TypeAttribute type = tokens.addAttribute(TypeAttribute.class);
            tokens.setReader(new StringReader(text));
            tokens.reset();
            while (tokens.incrementToken()) {
                words.add(new StandardWord(
                        text.substring(place.startOffset(), place.endOffset()),
                        place.startOffset(),
                        place.endOffset(),
                        PAIRED.contains(type.type())));
            }
            tokens.end();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return words;
    }
}
