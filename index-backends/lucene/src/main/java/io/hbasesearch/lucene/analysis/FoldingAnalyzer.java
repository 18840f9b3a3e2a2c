/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.analysis;

import io.hbasesearch.core.text.CombiningMarks;
import java.io.Reader;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.charfilter.MappingCharFilter;
import org.apache.lucene.analysis.charfilter.NormalizeCharMap;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;

/**
 * Splits text into words without accents, however these are encoded: {@code café} and {@code cafe} are one word. Elasticsearch is told to do
 * the same by {@code AnalyzerPresets}.
 */
final class FoldingAnalyzer extends Analyzer {
    private static final class Holder {
        static final NormalizeCharMap NO_MARKS = marks();

        private Holder() {}
    }

    private static NormalizeCharMap marks() {
        NormalizeCharMap.Builder map = new NormalizeCharMap.Builder();
        CombiningMarks.all().forEach(mark -> map.add(mark, ""));
        return map.build();
    }

    @Override
    protected TokenStreamComponents createComponents(String field) {
        StandardTokenizer words = new StandardTokenizer();
        return new TokenStreamComponents(words, normalize(field, words));
    }

    @Override
    protected TokenStream normalize(String field, TokenStream tokens) {
        return new ASCIIFoldingFilter(new LowerCaseFilter(tokens));
    }

    @Override
    protected Reader initReader(String field, Reader reader) {
        return new MappingCharFilter(Holder.NO_MARKS, reader);
    }

    @Override
    protected Reader initReaderForNormalization(String field, Reader reader) {
        return initReader(field, reader);
    }
}
