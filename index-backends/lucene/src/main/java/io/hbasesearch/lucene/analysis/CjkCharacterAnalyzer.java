/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.analysis;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.cjk.CJKWidthFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;

/**
 * Splits Chinese, Japanese and Korean into pairs of characters, and text of a document into single characters too. It has no stop words.
 * Elasticsearch is told to do the same by {@code AnalyzerPresets}.
 */
final class CjkCharacterAnalyzer extends Analyzer {
    private static final int ALL_SCRIPTS =
            CJKBigramFilter.HAN | CJKBigramFilter.HIRAGANA | CJKBigramFilter.KATAKANA | CJKBigramFilter.HANGUL;

    private final boolean ofDocuments;

    /** @param ofDocuments false for text of queries */
    CjkCharacterAnalyzer(boolean ofDocuments) {
        this.ofDocuments = ofDocuments;
    }

    @Override
    protected TokenStreamComponents createComponents(String field) {
        StandardTokenizer words = new StandardTokenizer();
        TokenStream pairs = new CJKBigramFilter(normalize(field, words), ALL_SCRIPTS, ofDocuments);
        return new TokenStreamComponents(words, ofDocuments ? pairs : new CharacterPositions(pairs));
    }

    @Override
    protected TokenStream normalize(String field, TokenStream tokens) {
        return new LowerCaseFilter(new CJKWidthFilter(tokens));
    }
}
