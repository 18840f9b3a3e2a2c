/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.index;

import co.elastic.clients.elasticsearch._types.analysis.KeepTypesMode;
import co.elastic.clients.elasticsearch._types.analysis.TokenFilter;
import co.elastic.clients.elasticsearch._types.analysis.TokenFilterDefinition;
import co.elastic.clients.elasticsearch._types.mapping.TextProperty;
import co.elastic.clients.elasticsearch.indices.AnalyzeRequest;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hbasesearch.core.definition.AnalyzerVersion;
import io.hbasesearch.core.text.CombiningMarks;
import io.hbasesearch.core.text.SimplifiedChinese;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

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
     * The components of a custom analyzer.
     *
     * @param replaced the characters that a character filter replaces; none if it is empty
     * @param documents the filters of documents, after the common ones
     * @param queries the filters of queries, after the common ones
     * @param phrases the filters of phrases in queries, after the common ones
     */
    private record Recipe(
            String tokenizer,
            Replaced replaced,
            List<String> common,
            List<String> documents,
            List<String> queries,
            List<String> phrases) {
        Recipe simplifying() {
            return new Recipe(tokenizer, Replaced.TRADITIONAL, common, documents, queries, phrases);
        }
    }

    private enum Replaced {
        NOTHING,
        /** Traditional Chinese characters become simplified ones. */
        TRADITIONAL,
        /** Marks of decomposed letters are removed. */
        MARKS;

        String filter() {
            return OWN + (this == TRADITIONAL ? "t2s" : "no_marks");
        }

        Stream<String> mappings() {
            return switch (this) {
                case NOTHING -> Stream.empty();
                case TRADITIONAL ->
                    SimplifiedChinese.ofTraditional().entrySet().stream()
                            .map(each -> each.getKey() + " => " + each.getValue());
                case MARKS -> CombiningMarks.all().stream().map(mark -> mark + " => ");
            };
        }
    }

    private static final String OWN = "hbasesearch_";
    private static final String OF_QUERIES = "_search";
    private static final String OF_PHRASES = "_phrase";

    /** Pairs of characters, and the single characters at the same positions. */
    private static final String PAIRS_AND_CHARACTERS = OWN + "cjk_characters";

    /** Removes single characters, so that only pairs are left, at the positions that they have beside single characters. */
    private static final String ONLY_PAIRS = OWN + "cjk_pairs";

    /** The single characters of a word, at its position. */
    private static final String CHARACTERS = OWN + "characters";

    private static final Map<String, TokenFilterDefinition> FILTERS = Map.of(
            PAIRS_AND_CHARACTERS, TokenFilterDefinition.of(d -> d.cjkBigram(f -> f.outputUnigrams(true))),
            ONLY_PAIRS,
                    TokenFilterDefinition.of(
                            d -> d.keepTypes(f -> f.types("<SINGLE>").mode(KeepTypesMode.Exclude))),
            CHARACTERS,
                    TokenFilterDefinition.of(d ->
                            d.patternCapture(f -> f.preserveOriginal(true).patterns("([\\p{IsHan}\\p{IsHangul}])"))));

    private static final Recipe PAIRS = new Recipe(
            "standard",
            Replaced.NOTHING,
            List.of("cjk_width", "lowercase"),
            List.of(PAIRS_AND_CHARACTERS),
            List.of("cjk_bigram"),
            List.of(PAIRS_AND_CHARACTERS, ONLY_PAIRS));
    private static final Recipe FOLDING = new Recipe(
            "standard", Replaced.MARKS, List.of("lowercase", "asciifolding"), List.of(), List.of(), List.of());
    /** The tokenizer changes documents to lower case already, but not prefixes, which only filters normalise. */
    private static final Recipe CHINESE_WORDS = words("smartcn_tokenizer", "lowercase", "porter_stem", "smartcn_stop");

    private static final Recipe JAPANESE_WORDS = words(
            "kuromoji_tokenizer",
            "kuromoji_baseform",
            "kuromoji_part_of_speech",
            "cjk_width",
            "ja_stop",
            "kuromoji_stemmer",
            "lowercase");
    private static final Recipe KOREAN_WORDS =
            words("nori_tokenizer", "nori_part_of_speech", "nori_readingform", "lowercase");

    private AnalyzerPresets() {}

    private static Recipe words(String tokenizer, String... filters) {
        return new Recipe(tokenizer, Replaced.NOTHING, List.of(filters), List.of(CHARACTERS), List.of(), List.of());
    }

    /** Returns the plugin that provides an analyzer, if it is known here. */
    static Optional<String> plugin(String analyzer) {
        return Optional.ofNullable(PLUGINS.get(analyzer));
    }

    /** Returns the components of a custom analyzer; empty for all others, and for first versions, which no new index has. */
    private static Optional<Recipe> recipe(AnalyzerVersion analyzer) {
        if (analyzer.name().equals("folding")) {
            return Optional.of(FOLDING);
        }
        return analyzer.version() == 1
                ? Optional.empty()
                : switch (analyzer.name()) {
                    case "cjk" -> Optional.of(PAIRS);
                    case "cjk_t2s" -> Optional.of(PAIRS.simplifying());
                    case "smartcn" -> Optional.of(CHINESE_WORDS);
                    case "smartcn_t2s" -> Optional.of(CHINESE_WORDS.simplifying());
                    case "japanese", "kuromoji" -> Optional.of(JAPANESE_WORDS);
                    case "korean", "nori" -> Optional.of(KOREAN_WORDS);
                    default -> Optional.empty();
                };
    }

    /** Sets the analyzers of a field in a mapping. */
    static TextProperty.Builder set(TextProperty.Builder field, String stored) {
        AnalyzerVersion analyzer = AnalyzerVersion.parse(stored);
        if (recipe(analyzer).isEmpty()) {
            return field.analyzer(OTHER_NAMES.getOrDefault(stored, stored));
        }
        String own = OWN + analyzer.name();
        return field.analyzer(own).searchAnalyzer(own + OF_QUERIES).searchQuoteAnalyzer(own + OF_PHRASES);
    }

    /** Builds a request that tests for an analyzer, or for all of its components. */
    static AnalyzeRequest probe(AnalyzerVersion analyzer) {
        return AnalyzeRequest.of(request -> recipe(analyzer)
                .map(recipe -> probe(request, recipe))
                .orElseGet(() -> request.analyzer(OTHER_NAMES.getOrDefault(analyzer.name(), analyzer.name())))
                .text("a"));
    }

    private static AnalyzeRequest.Builder probe(AnalyzeRequest.Builder request, Recipe recipe) {
        if (recipe.replaced() != Replaced.NOTHING) {
            request.charFilter(c -> c.definition(d -> d.mapping(m -> m.mappings("a => b"))));
        }
        return request.tokenizer(t -> t.name(recipe.tokenizer()))
                .filter(Stream.of(recipe.common(), recipe.documents(), recipe.queries(), recipe.phrases())
                        .flatMap(List::stream)
                        .distinct()
                        .map(name -> FILTERS.containsKey(name)
                                ? TokenFilter.of(f -> f.definition(FILTERS.get(name)))
                                : TokenFilter.of(f -> f.name(name)))
                        .toList());
    }

    /**
     * Adds the custom analyzers among the chosen ones to an index's settings.
     *
     * @param chosen as the metadata of the index names them
     */
    static void addTo(ObjectNode settings, Collection<String> chosen) {
        chosen.stream()
                .map(AnalyzerVersion::parse)
                .distinct()
                .sorted(Comparator.comparing(AnalyzerVersion::name))
                .forEach(analyzer -> recipe(analyzer)
                        .ifPresent(recipe -> add(settings.withObject("/analysis"), OWN + analyzer.name(), recipe)));
    }

    private static void add(ObjectNode analysis, String name, Recipe recipe) {
        if (recipe.replaced() != Replaced.NOTHING) {
            ArrayNode characters = analysis.withObject(
                            "/char_filter/" + recipe.replaced().filter())
                    .put("type", "mapping")
                    .putArray("mappings");
            recipe.replaced().mappings().forEach(characters::add);
        }
        addAnalyzer(analysis, name, recipe, recipe.documents());
        addAnalyzer(analysis, name + OF_QUERIES, recipe, recipe.queries());
        addAnalyzer(analysis, name + OF_PHRASES, recipe, recipe.phrases());
    }

    private static void addAnalyzer(ObjectNode analysis, String name, Recipe recipe, List<String> last) {
        ObjectNode analyzer =
                analysis.withObject("/analyzer/" + name).put("type", "custom").put("tokenizer", recipe.tokenizer());
        if (recipe.replaced() != Replaced.NOTHING) {
            analyzer.putArray("char_filter").add(recipe.replaced().filter());
        }
        ArrayNode filters = analyzer.putArray("filter");
        recipe.common().forEach(filters::add);
        for (String filter : last) {
            filters.add(filter);
            if (FILTERS.containsKey(filter)) {
                analysis.withObject("/filter").set(filter, IndexBody.tree(FILTERS.get(filter)));
            }
        }
    }
}
