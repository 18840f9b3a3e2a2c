/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.search;

import io.hbasesearch.core.definition.CellUnit;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QueryCost;
import io.hbasesearch.core.spi.Highlighter;
import io.hbasesearch.lucene.analysis.Analyzers;
import io.hbasesearch.lucene.analysis.IndexAnalyzers;
import io.hbasesearch.lucene.query.QueryTranslator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.search.uhighlight.LengthGoalBreakIterator;
import org.apache.lucene.search.uhighlight.UnifiedHighlighter;
import org.apache.lucene.search.uhighlight.WholeBreakIterator;
import org.jspecify.annotations.Nullable;

/**
 * Analyses a document's text again and highlights the query's matches in its text and keyword fields. Needs no index, so it
 * serves every backend; an analyzer that only Elasticsearch has is replaced by {@code standard}. Safe for use by several
 * threads. Keeps the analyzers of each index that it has seen.
 */
public final class LuceneHighlighter implements Highlighter {
    private static final int FRAGMENTS = 3;
    private static final int FRAGMENT_CHARACTERS = 160;
    private static final float MATCH_IN_THE_MIDDLE = 0.5f;

    /** Maximum characters per field, so that a huge cell does not delay a page. */
    private static final int ANALYSED_CHARACTERS = 200_000;

    /**
     * With a query of this cost half of the characters are analysed, with twice the cost a third: each word is compared with
     * each pattern.
     */
    private static final long COST_THAT_COUNTS = 1_000;

    private final Map<Map<String, String>, IndexAnalyzers> analyzersOfIndexes = new ConcurrentHashMap<>();

    @Override
    public Map<String, List<String>> highlight(
            Query query, IndexDefinition definition, Map<String, String> analyzers, Document document) {
        return of(query, definition, analyzers).apply(document);
    }

    @Override
    public Function<Document, Map<String, List<String>>> of(
            Query query, IndexDefinition definition, Map<String, String> analyzers) {
        return of(query, definition, analyzers, () -> false);
    }

    @Override
    public Function<Document, Map<String, List<String>>> of(
            Query query, IndexDefinition definition, Map<String, String> analyzers, Limit limit) {
        IndexAnalyzers both =
                analyzersOfIndexes.computeIfAbsent(Analyzers.complete(definition, analyzers), IndexAnalyzers::of);
        org.apache.lucene.search.Query translated =
                QueryTranslator.ofDocuments(definition, both.queries()).translate(query);
        UnifiedHighlighter words = highlighter(both.documents(), LuceneHighlighter::sentences);
        UnifiedHighlighter wholes = highlighter(both.documents(), WholeBreakIterator::new);
        int characters = (int) (ANALYSED_CHARACTERS / (1 + QueryCost.of(query) / COST_THAT_COUNTS));
        SoughtTerms sought = SoughtTerms.of(translated);
        return document -> {
            Map<String, List<String>> found = new LinkedHashMap<>();
            for (FieldMapping field : definition.fields()) {
                if (isHighlighted(field) && sought.hasField(field.name())) {
                    boolean isText = field.type() == FieldType.TEXT;
                    UnifiedHighlighter highlighter = isText ? words : wholes;
                    List<String> all = texts(value(field, document));
                    // Most values of keyword fields are others than those sought, and a comparison is cheaper than an
                    // analysis.
                    List<String> texts = isText
                            ? all
                            : all.stream()
                                    .filter(text -> sought.mayBe(field.name(), text))
                                    .toList();
                    List<String> fragments = fragments(highlighter, field.name(), translated, texts, characters, limit);
                    if (!fragments.isEmpty()) {
                        found.put(field.name(), fragments);
                    } else if (length(texts) > characters) {
                        limit.isTooLong(characters);
                    }
                }
            }
            return found;
        };
    }

    private static long length(List<String> texts) {
        return texts.stream().mapToLong(String::length).sum();
    }

    private static boolean isHighlighted(FieldMapping field) {
        return field.type() == FieldType.TEXT || field.type() == FieldType.KEYWORD;
    }

    /** Returns a field's value; for a field of cells, the values of all cells of the document. */
    private static @Nullable Object value(FieldMapping field, Document document) {
        if (field.source() instanceof FieldSource.OfCell
                && document.fields().get(CellUnit.FIELD) instanceof List<?> cells) {
            String name = field.name().substring(CellUnit.PREFIX.length());
            return cells.stream()
                    .map(cell -> ((Map<?, ?>) cell).get(name))
                    .flatMap(value -> texts(value).stream())
                    .toList();
        }
        return document.fields().get(field.name());
    }

    private static List<String> texts(@Nullable Object value) {
        if (value instanceof List<?> several) {
            return several.stream()
                    .filter(String.class::isInstance)
                    .map(String.class::cast)
                    .toList();
        }
        return value instanceof String text ? List.of(text) : List.of();
    }

    private static UnifiedHighlighter highlighter(Analyzer analyzer, Supplier<BreakIterator> fragments) {
        return UnifiedHighlighter.builderWithoutSearcher(analyzer)
                // With weight matches, nothing is highlighted if the query also has a clause on another field.
                .withWeightMatches(false)
                .withBreakIterator(fragments)
                .withFormatter(new FragmentFormatter())
                .withMaxNoHighlightPassages(0)
                .build();
    }

    private static BreakIterator sentences() {
        return LengthGoalBreakIterator.createClosestToLength(
                BreakIterator.getSentenceInstance(Locale.ROOT), FRAGMENT_CHARACTERS, MATCH_IN_THE_MIDDLE);
    }

    /** Collects the fragments of one value after the other, until there are enough or the limit is reached. */
    private static List<String> fragments(
            UnifiedHighlighter highlighter,
            String field,
            org.apache.lucene.search.Query query,
            List<String> texts,
            int characters,
            Limit limit) {
        List<String> fragments = new ArrayList<>();
        int left = characters;
        for (String text : texts) {
            if (limit.isOver()) {
                break;
            }
            String analysed = text.length() > left ? text.substring(0, left) : text;
            left -= analysed.length();
            fragments.addAll(fragments(highlighter, field, query, analysed));
            if (fragments.size() >= FRAGMENTS || left == 0) {
                break;
            }
        }
        return fragments.size() > FRAGMENTS ? List.copyOf(fragments.subList(0, FRAGMENTS)) : fragments;
    }

    @SuppressWarnings("unchecked") // what the highlighter returns is what its formatter makes
    private static List<String> fragments(
            UnifiedHighlighter highlighter, String field, org.apache.lucene.search.Query query, String text) {
        try {
            Object fragments = highlighter.highlightWithoutSearcher(field, query, text, FRAGMENTS);
            return fragments == null ? List.of() : (List<String>) fragments;
        } catch (IOException e) {
            throw new UncheckedIOException("text in memory cannot be analysed", e);
        }
    }
}
