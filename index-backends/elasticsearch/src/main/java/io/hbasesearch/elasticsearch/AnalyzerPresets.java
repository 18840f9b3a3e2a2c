/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hbasesearch.core.text.SimplifiedChinese;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The analyzers of definitions that Elasticsearch has by another name, has only with a plugin, or must be told how to make. They
 * find what the embedded index finds by the same names. Stateless.
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

    private static final String SIMPLIFY = "hbase_search_t2s";
    private static final String STOP = "hbase_search_cjk_stop";

    /** What Elasticsearch's own cjk leaves out: it cannot be named in an analyzer of one's own. */
    private static final List<String> CJK_STOP_WORDS = List.of(
            "a", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is", "it", "no", "not", "of",
            "on", "or", "s", "such", "t", "that", "the", "their", "then", "there", "these", "they", "this", "to", "was",
            "will", "with", "www");

    private AnalyzerPresets() {}

    /** What a mapping calls an analyzer. */
    static String nameInMapping(String analyzer) {
        return OTHER_NAMES.getOrDefault(analyzer, analyzer);
    }

    /** The plugin that brings an analyzer, as far as it is known here. */
    static Optional<String> plugin(String analyzer) {
        return Optional.ofNullable(PLUGINS.get(analyzer));
    }

    /** The tokenizer without which an analyzer that we make cannot be made; empty of all others. */
    static Optional<String> tokenizer(String analyzer) {
        return switch (analyzer) {
            case "cjk_t2s" -> Optional.of("standard");
            case "smartcn_t2s" -> Optional.of("smartcn_tokenizer");
            default -> Optional.empty();
        };
    }

    /** Adds to an index's settings how those of these analyzers are made that Elasticsearch does not know. */
    static void addTo(ObjectNode settings, Collection<String> chosen) {
        List<String> own = chosen.stream()
                .filter(name -> tokenizer(name).isPresent())
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
        own.forEach(name -> addAnalyzer(analysis, name));
    }

    private static void addAnalyzer(ObjectNode analysis, String name) {
        ObjectNode analyzer = analysis.withObject("/analyzer/" + name)
                .put("type", "custom")
                .put("tokenizer", tokenizer(name).orElseThrow());
        analyzer.putArray("char_filter").add(SIMPLIFY);
        ArrayNode filters = analyzer.putArray("filter");
        if (name.equals("smartcn_t2s")) {
            filters.add("porter_stem").add("smartcn_stop");
            return;
        }
        filters.add("cjk_width").add("lowercase").add("cjk_bigram").add(STOP);
        ArrayNode words = analysis.withObject("/filter/" + STOP).put("type", "stop").putArray("stopwords");
        CJK_STOP_WORDS.forEach(words::add);
    }
}
