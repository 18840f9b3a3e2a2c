/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.analysis;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.cn.smart.HMMChineseTokenizer;
import org.apache.lucene.analysis.cn.smart.SmartChineseAnalyzer;
import org.apache.lucene.analysis.ja.JapaneseAnalyzer;
import org.apache.lucene.analysis.ja.JapaneseBaseFormFilter;
import org.apache.lucene.analysis.ja.JapaneseKatakanaStemFilter;
import org.apache.lucene.analysis.ja.JapanesePartOfSpeechStopFilter;
import org.apache.lucene.analysis.ja.JapaneseTokenizer;
import org.apache.lucene.analysis.ko.KoreanPartOfSpeechStopFilter;
import org.apache.lucene.analysis.ko.KoreanReadingFormFilter;
import org.apache.lucene.analysis.ko.KoreanTokenizer;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.analysis.TokenizerFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;

/** Stands in for the plugins analysis-smartcn, analysis-kuromoji and analysis-nori, as {@code LanguageAnalysisPlugin} does for a module. */
public final class WordAnalysisPlugin extends Plugin implements AnalysisPlugin {
    private record Filter(String name, UnaryOperator<TokenStream> filter) implements TokenFilterFactory {
        @Override
        public TokenStream create(TokenStream tokens) {
            return filter.apply(tokens);
        }
    }

    @Override
    public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
        Map<String, UnaryOperator<TokenStream>> filters = Map.of(
                "smartcn_stop", tokens -> new StopFilter(tokens, SmartChineseAnalyzer.getDefaultStopSet()),
                "kuromoji_baseform", JapaneseBaseFormFilter::new,
                "kuromoji_part_of_speech",
                        tokens -> new JapanesePartOfSpeechStopFilter(tokens, JapaneseAnalyzer.getDefaultStopTags()),
                "kuromoji_stemmer", JapaneseKatakanaStemFilter::new,
                "ja_stop", tokens -> new StopFilter(tokens, JapaneseAnalyzer.getDefaultStopSet()),
                "nori_part_of_speech", KoreanPartOfSpeechStopFilter::new,
                "nori_readingform", KoreanReadingFormFilter::new);
        Map<String, AnalysisProvider<TokenFilterFactory>> all = new HashMap<>();
        filters.forEach(
                (type, filter) -> all.put(type, (index, environment, name, settings) -> new Filter(name, filter)));
        return all;
    }

    @Override
    public Map<String, AnalysisProvider<TokenizerFactory>> getTokenizers() {
        Map<String, Supplier<Tokenizer>> tokenizers = Map.of(
                "smartcn_tokenizer", HMMChineseTokenizer::new,
                "kuromoji_tokenizer", () -> new JapaneseTokenizer(null, true, true, JapaneseTokenizer.Mode.SEARCH),
                "nori_tokenizer", KoreanTokenizer::new);
        Map<String, AnalysisProvider<TokenizerFactory>> all = new HashMap<>();
        tokenizers.forEach((type, tokenizer) -> all.put(
                type, (index, environment, name, settings) -> TokenizerFactory.newFactory(name, tokenizer)));
        return all;
    }
}
