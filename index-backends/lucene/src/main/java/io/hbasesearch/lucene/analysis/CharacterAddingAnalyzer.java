/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.analysis;

import java.util.regex.Pattern;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.AnalyzerWrapper;
import org.apache.lucene.analysis.pattern.PatternCaptureGroupTokenFilter;

/** Adds the single characters of each word that another analyzer finds, at the word's position. Owns that analyzer. */
final class CharacterAddingAnalyzer extends AnalyzerWrapper {
    /** Chinese characters and Korean syllables: single letters of other scripts are not searched. */
    private static final Pattern CHARACTER = Pattern.compile("([\\p{IsHan}\\p{IsHangul}])");

    private final Analyzer words;

    CharacterAddingAnalyzer(Analyzer words) {
        super(words.getReuseStrategy());
        this.words = words;
    }

    @Override
    protected Analyzer getWrappedAnalyzer(String field) {
        return words;
    }

    @Override
    protected TokenStreamComponents wrapComponents(String field, TokenStreamComponents components) {
        return new TokenStreamComponents(
                components.getSource(),
                new PatternCaptureGroupTokenFilter(components.getTokenStream(), true, CHARACTER));
    }

    @Override
    public void close() {
        super.close();
        words.close();
    }
}
