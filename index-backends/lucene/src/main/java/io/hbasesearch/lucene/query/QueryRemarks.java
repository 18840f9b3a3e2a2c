/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.query;

import io.hbasesearch.core.definition.AnalyzerVersion;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.query.Query;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.util.QueryBuilder;

/** Explains why the analyzers of an index leave nothing of a query's words, or less than a prefix. For one query and one thread. */
public final class QueryRemarks {
    private static final int MOST_WORDS = 10;

    private final IndexDefinition definition;
    private final Map<String, String> analyzers;
    private final QueryBuilder builder;
    private final Set<String> stopWords = new LinkedHashSet<>();
    private final Set<String> losing = new TreeSet<>();
    private final Set<String> stemmed = new TreeSet<>();
    private boolean hasOtherLeaves;

    /** True if the query searches for a stop word in fields without an analyzer, too. */
    private boolean hasOtherFields;

    /**
     * @param analyzers the analyzer of each text field, as the metadata of the index names it
     * @param ofQueries has the analyzer of each text field; still owned by the caller
     */
    public QueryRemarks(IndexDefinition definition, Map<String, String> analyzers, Analyzer ofQueries) {
        this.definition = definition;
        this.analyzers = analyzers;
        this.builder = new QueryBuilder(ofQueries);
    }

    /** @param isEmpty whether the query found nothing */
    public List<String> of(Query query, boolean isEmpty) {
        visit(query);
        List<String> remarks = new ArrayList<>();
        if (!stopWords.isEmpty() && !hasOtherLeaves && (isEmpty || !hasOtherFields)) {
            remarks.add("the query has only words that are not in the index, because the analyzer of "
                    + String.join(", ", losing) + " removes frequent words such as: "
                    + String.join(", ", stopWords.stream().limit(MOST_WORDS).toList()));
        }
        if (isEmpty && !stemmed.isEmpty()) {
            remarks.add("the index has words of " + String.join(", ", stemmed)
                    + " without their endings, which a longer prefix does not find: search for the whole word, or for a shorter"
                    + " prefix");
        }
        return remarks;
    }

    private void visit(Query query) {
        if (query instanceof Query.Bool bool && bool.isOneText()) {
            // A word may also be searched as a prefix, which its author did not ask for.
            bool.should().stream().filter(each -> !isAlternative(each)).forEach(this::visit);
            hasOtherLeaves |= bool.should().stream().anyMatch(QueryRemarks::isAlternative);
        } else if (query instanceof Query.Bool bool) {
            Stream.of(bool.must(), bool.should(), bool.filter())
                    .flatMap(List::stream)
                    .forEach(this::visit);
        } else if (query instanceof Query.InCells cells) {
            visit(cells.query());
        } else if (query instanceof Query.Boost boost) {
            visit(boost.query());
        } else if (query instanceof Query.Word word) {
            visit(word.fields(), word.text());
        } else if (query instanceof Query.Phrase phrase) {
            visit(phrase.fields(), phrase.text());
        } else {
            hasOtherLeaves = true;
            if (query instanceof Query.Prefix prefix) {
                texts(prefix.fields()).filter(this::isStemmed).forEach(stemmed::add);
            }
        }
    }

    private static boolean isAlternative(Query query) {
        return query instanceof Query.Boost boost
                && (boost.query() instanceof Query.Prefix || boost.query() instanceof Query.Fuzzy);
    }

    private void visit(List<String> fields, String text) {
        List<String> texts = texts(fields).toList();
        boolean isLost =
                !texts.isEmpty() && texts.stream().allMatch(field -> builder.createPhraseQuery(field, text) == null);
        if (isLost) {
            stopWords.add(text);
            losing.addAll(texts);
            hasOtherFields |= texts.size() < fields.size();
        } else {
            hasOtherLeaves = true;
        }
    }

    private Stream<String> texts(List<String> fields) {
        return fields.stream().filter(field -> definition
                .field(field)
                .map(FieldMapping::type)
                .filter(FieldType.TEXT::equals)
                .isPresent());
    }

    private boolean isStemmed(String field) {
        return !AnalyzerVersion.parse(analyzers.getOrDefault(field, "standard")).keepsEndings();
    }
}
