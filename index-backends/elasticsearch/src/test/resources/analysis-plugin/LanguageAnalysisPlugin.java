/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.analysis;

import java.io.Reader;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.charfilter.MappingCharFilter;
import org.apache.lucene.analysis.charfilter.NormalizeCharMap;
import org.apache.lucene.analysis.cjk.CJKAnalyzer;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.cjk.CJKWidthFilter;
import org.apache.lucene.analysis.core.TypeTokenFilter;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.el.GreekAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.en.PorterStemFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.pattern.PatternCaptureGroupTokenFilter;
import org.apache.lucene.analysis.tr.TurkishAnalyzer;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.analysis.AnalyzerProvider;
import org.elasticsearch.index.analysis.AnalyzerScope;
import org.elasticsearch.index.analysis.CharFilterFactory;
import org.elasticsearch.index.analysis.NormalizingCharFilterFactory;
import org.elasticsearch.index.analysis.NormalizingTokenFilterFactory;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.lucene.analysis.miscellaneous.DisableGraphAttribute;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;

/**
 * Stands in for the module analysis-common, which Maven Central does not have: the parts of it that our presets use, by the same names, made
 * of the same classes of Lucene. Tests compile it for the server's version.
 */
public final class LanguageAnalysisPlugin extends Plugin implements AnalysisPlugin {
    @Override
    public Map<String, AnalysisProvider<CharFilterFactory>> getCharFilters() {
        return Map.of("mapping", (index, environment, name, settings) -> {
            NormalizeCharMap.Builder map = new NormalizeCharMap.Builder();
            for (String mapping : settings.getAsList("mappings")) {
                String[] sides = mapping.split("=>");
                map.add(sides[0].strip(), sides[1].strip());
            }
            return new Mapping(name, map.build());
        });
    }

    private record Mapping(String name, NormalizeCharMap map) implements NormalizingCharFilterFactory {
        @Override
        public Reader create(Reader reader) {
            return new MappingCharFilter(map, reader);
        }
    }

    private record Filter(String name, UnaryOperator<TokenStream> filter) implements TokenFilterFactory {
        @Override
        public TokenStream create(TokenStream tokens) {
            return filter.apply(tokens);
        }
    }

    private record Normalizer(String name, UnaryOperator<TokenStream> filter) implements NormalizingTokenFilterFactory {
        @Override
        public TokenStream create(TokenStream tokens) {
            return filter.apply(tokens);
        }
    }

    private record Provider(String name, Analyzer analyzer) implements AnalyzerProvider<Analyzer> {
        @Override
        public AnalyzerScope scope() {
            return AnalyzerScope.GLOBAL;
        }

        @Override
        public Analyzer get() {
            return analyzer;
        }
    }

    @Override
    public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
        Map<String, AnalysisProvider<TokenFilterFactory>> all = new HashMap<>();
        all.put("cjk_width", (index, environment, name, settings) -> new Normalizer(name, CJKWidthFilter::new));
        all.put("asciifolding", (index, environment, name, settings) -> new Normalizer(name, ASCIIFoldingFilter::new));
        add(all, "cjk_bigram", LanguageAnalysisPlugin::pairs);
        all.put(
                "keep_types",
                AnalysisPlugin.requiresAnalysisSettings((index, environment, name, settings) -> new Filter(
                        name,
                        tokens -> new TypeTokenFilter(
                                tokens,
                                Set.copyOf(settings.getAsList("types")),
                                !settings.get("mode", "include").equals("exclude")))));
        all.put(
                "pattern_capture",
                AnalysisPlugin.requiresAnalysisSettings((index, environment, name, settings) -> new Filter(
                        name,
                        tokens -> new PatternCaptureGroupTokenFilter(
                                tokens,
                                settings.getAsBoolean("preserve_original", true),
                                settings.getAsList("patterns").stream()
                                        .map(Pattern::compile)
                                        .toArray(Pattern[]::new)))));
        add(all, "porter_stem", (tokens, settings) -> new PorterStemFilter(tokens));
        return all;
    }

    private static void add(
            Map<String, AnalysisProvider<TokenFilterFactory>> all,
            String type,
            BiFunction<TokenStream, Settings, TokenStream> filter) {
        all.put(
                type,
                (index, environment, name, settings) ->
                        new Filter(name, tokens -> filter.apply(tokens, settings)));
    }

    private static TokenStream pairs(TokenStream tokens, Settings settings) {
        int scripts =
                CJKBigramFilter.HAN | CJKBigramFilter.HIRAGANA | CJKBigramFilter.KATAKANA | CJKBigramFilter.HANGUL;
        boolean characters = settings.getAsBoolean("output_unigrams", false);
        TokenStream pairs = new CJKBigramFilter(tokens, scripts, characters);
        if (characters) {
            pairs.addAttribute(DisableGraphAttribute.class);
        }
        return pairs;
    }

    @Override
    public Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> getAnalyzers() {
        Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> all = new HashMap<>();
        for (Analyzer analyzer :
                List.of(
                new CJKAnalyzer(), new EnglishAnalyzer(), new GermanAnalyzer(), new GreekAnalyzer(), new TurkishAnalyzer())) {
            String type = analyzer.getClass().getSimpleName().replace("Analyzer", "").toLowerCase(Locale.ROOT);
            all.put(type, (index, environment, name, settings) -> new Provider(name, analyzer));
        }
        return all;
    }
}
