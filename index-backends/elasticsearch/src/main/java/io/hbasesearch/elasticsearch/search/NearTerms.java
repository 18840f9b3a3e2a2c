/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.search;

import co.elastic.clients.elasticsearch._types.SuggestMode;
import co.elastic.clients.elasticsearch.core.SearchRequest;
import co.elastic.clients.elasticsearch.core.SearchResponse;
import co.elastic.clients.elasticsearch.core.search.FieldSuggester;
import co.elastic.clients.elasticsearch.core.search.SuggestSort;
import co.elastic.clients.elasticsearch.core.search.Suggestion;
import io.hbasesearch.core.query.NearWord;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Finds terms that are spelled almost like a word, by the term suggester. Stateless. */
final class NearTerms {
    /** More terms than a shard usually has within this distance, so that no shard leaves out one that is frequent elsewhere or more alike. */
    private static final int FROM_EACH_SHARD = 100;

    private NearTerms() {}

    static SearchRequest request(String index, List<String> fields, String word, long millis) {
        Map<String, FieldSuggester> suggesters =
                fields.stream().collect(Collectors.toMap(field -> field, field -> suggester(field, word)));
        return SearchRequest.of(
                search -> search.index(index).size(0).timeout(millis + "ms").suggest(s -> s.suggesters(suggesters)));
    }

    private static FieldSuggester suggester(String field, String word) {
        return FieldSuggester.of(suggester -> suggester.text(word).term(term -> term.field(field)
                .size(FROM_EACH_SHARD)
                .shardSize(FROM_EACH_SHARD)
                .sort(SuggestSort.Score)
                .suggestMode(SuggestMode.Always)
                .maxEdits(NearWord.MAX_EDITS)
                .prefixLength(NearWord.SAME_BEGINNING)
                .minWordLength(NearWord.MIN_LENGTH)
                .maxTermFreq((float) NearWord.KNOWN_FROM - 1)));
    }

    /** Reads the answer. A field whose analyzer finds several words in the text has none. */
    static List<NearWord> read(String word, SearchResponse<Void> response) {
        return NearWord.best(
                word,
                response.suggest().values().stream()
                        .filter(words -> words.size() == 1)
                        .flatMap(List::stream)
                        .map(Suggestion::term)
                        .flatMap(term -> term.options().stream())
                        .map(option -> new NearWord(option.text(), (float) option.score(), option.freq())));
    }
}
