/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.index;

import co.elastic.clients.elasticsearch._types.analysis.TokenFilter;
import co.elastic.clients.elasticsearch.indices.AnalyzeRequest;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hbasesearch.core.text.SimplifiedChinese;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Defines the analyzers that Elasticsearch has under another name, only with a plugin, or only as a custom analyzer. They match
 * what the embedded index matches with the analyzers of the same names. Stateless.
 */
final class AnalyzerPresets {
    private static final Map<String, String> OTHER_NAMES = Map.of("japanese", "kuromoji", "korean", "nori");

    private static final Map<String, String> PLUGINS = Map.of(
            "smartcn", "analysis-smartcn",
            "smartcn_t2s", "analysis-smartcn",
            "japanese", "analysis-kuromoji",
            "kuromoji", "analysis-kuromoji",
            "korean", "analysis-nori",
            "nori", "analysis-nori");

    /**
     * The components of a custom analyzer after the character filter that all of them have.
     *
     * @param stops whether a filter for {@link #CJK_STOP_WORDS} comes last
     */
    private record Recipe(String tokenizer, List<String> filters, boolean stops) {}

    private static final String SIMPLIFY = "hbasesearch_t2s";
    private static final String STOP = "hbasesearch_cjk_stop";

    /** The stop words of Elasticsearch's own cjk, which a custom analyzer cannot refer to. */
    private static final List<String> CJK_STOP_WORDS = List.of(
            "a", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is", "it", "no", "not", "of",
            "on", "or", "s", "such", "t", "that", "the", "their", "then", "there", "these", "they", "this", "to", "was",
            "will", "with", "www");

    private AnalyzerPresets() {}

    /** Returns an analyzer's name in a mapping. */
    static String nameInMapping(String analyzer) {
        return OTHER_NAMES.getOrDefault(analyzer, analyzer);
    }

    /** Returns the plugin that provides an analyzer, if it is known here. */
    static Optional<String> plugin(String analyzer) {
        return Optional.ofNullable(PLUGINS.get(analyzer));
    }

    /** Returns the components of a custom analyzer; empty for all others. */
    private static Optional<Recipe> recipe(String analyzer) {
        return switch (analyzer) {
            case "cjk_t2s" ->
                Optional.of(new Recipe("standard", List.of("cjk_width", "lowercase", "cjk_bigram"), true));
            case "smartcn_t2s" ->
                Optional.of(new Recipe("smartcn_tokenizer", List.of("porter_stem", "smartcn_stop"), false));
            default -> Optional.empty();
        };
    }

    /** Builds a request that tests for an analyzer, or for all of its components. */
    static AnalyzeRequest probe(String analyzer) {
        return AnalyzeRequest.of(request -> recipe(analyzer)
                .map(recipe -> request.tokenizer(t -> t.name(recipe.tokenizer()))
                        .charFilter(c -> c.definition(d -> d.mapping(m -> m.mappings("a => b"))))
                        .filter(recipe.filters().stream()
                                .map(name -> TokenFilter.of(f -> f.name(name)))
                                .toList()))
                .orElseGet(() -> request.analyzer(nameInMapping(analyzer)))
                .text("a"));
    }

    /** Adds the custom analyzers among the chosen ones to an index's settings. */
    static void addTo(ObjectNode settings, Collection<String> chosen) {
        List<String> own = chosen.stream()
                .filter(name -> recipe(name).isPresent())
                .distinct()
                .sorted()
                .toList();
        if (own.isEmpty()) {
            return;
        }
        ObjectNode analysis = settings.withObject("/analysis");
        ArrayNode characters = analysis.withObject("/char_filter/" + SIMPLIFY)
                .put("type", "mapping")
                .putArray("mappings");
        SimplifiedChinese.ofTraditional().forEach((from, to) -> characters.add(from + " => " + to));
        own.forEach(name -> addAnalyzer(analysis, name, recipe(name).orElseThrow()));
    }

    private static void addAnalyzer(ObjectNode analysis, String name, Recipe recipe) {
        ObjectNode analyzer =
                analysis.withObject("/analyzer/" + name).put("type", "custom").put("tokenizer", recipe.tokenizer());
        analyzer.putArray("char_filter").add(SIMPLIFY);
        ArrayNode filters = analyzer.putArray("filter");
        recipe.filters().forEach(filters::add);
        if (recipe.stops()) {
            filters.add(STOP);
            ArrayNode words =
                    analysis.withObject("/filter/" + STOP).put("type", "stop").putArray("stopwords");
            CJK_STOP_WORDS.forEach(words::add);
        }
    }
}
