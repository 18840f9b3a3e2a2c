/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.analysis;

import io.hbasesearch.core.text.SimplifiedChinese;
import java.io.Reader;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.AnalyzerWrapper;
import org.apache.lucene.analysis.charfilter.MappingCharFilter;
import org.apache.lucene.analysis.charfilter.NormalizeCharMap;

/**
 * Replaces traditional Chinese characters by simplified ones before another analyzer finds words, so that each form matches the
 * other. Owns that analyzer.
 */
final class SimplifyingAnalyzer extends AnalyzerWrapper {
    private static final class Holder {
        static final NormalizeCharMap CHARACTERS = characters();

        private Holder() {}
    }

    private final Analyzer words;

    SimplifyingAnalyzer(Analyzer words) {
        super(words.getReuseStrategy());
        this.words = words;
    }

    private static NormalizeCharMap characters() {
        NormalizeCharMap.Builder map = new NormalizeCharMap.Builder();
        SimplifiedChinese.ofTraditional().forEach(map::add);
        return map.build();
    }

    @Override
    protected Analyzer getWrappedAnalyzer(String field) {
        return words;
    }

    @Override
    protected Reader wrapReader(String field, Reader reader) {
        return new MappingCharFilter(Holder.CHARACTERS, reader);
    }

    @Override
    protected Reader wrapReaderForNormalization(String field, Reader reader) {
        return wrapReader(field, reader);
    }

    @Override
    public void close() {
        super.close();
        words.close();
    }
}
