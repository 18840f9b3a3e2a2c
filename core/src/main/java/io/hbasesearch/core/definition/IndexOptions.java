/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.definition.settings.PassthroughSettings;
import io.hbasesearch.core.definition.settings.RankingSettings;
import io.hbasesearch.core.definition.settings.WhereSettings;
import io.hbasesearch.core.definition.value.Scoring;
import io.hbasesearch.core.definition.value.SynonymRules;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The settings of a definition other than fields and row keys. Immutable.
 *
 * @param where conditions that a row must satisfy to be indexed
 * @param elasticsearch options for that backend only
 * @param synonyms for queries; not part of {@link #texts}, because documents do not depend on them
 * @param ranking how rows are scored; documents do not depend on it
 */
public record IndexOptions(
        List<Condition> where, ElasticsearchOptions elasticsearch, SynonymRules synonyms, Scoring ranking) {
    /** No options: the default. */
    public static final IndexOptions NONE = new IndexOptions(List.of(), ElasticsearchOptions.NONE);

    public IndexOptions {
        where = List.copyOf(where);
        Objects.requireNonNull(elasticsearch, "elasticsearch");
        Objects.requireNonNull(synonyms, "synonyms");
        Objects.requireNonNull(ranking, "ranking");
    }

    /** Creates options without synonyms, with the default ranking. */
    public IndexOptions(List<Condition> where, ElasticsearchOptions elasticsearch) {
        this(where, elasticsearch, SynonymRules.NONE, Scoring.DEFAULT);
    }

    /**
     * Returns the options as YAML by the keys of the definition. Unset options are absent, so that the hashes of definitions without
     * them stay the same.
     */
    public Map<String, String> texts() {
        Map<String, String> texts = hashed();
        if (!ranking.equals(Scoring.DEFAULT)) {
            texts.put(RankingSettings.RANKING.key(), ranking.text());
        }
        return texts;
    }

    /** Returns those of {@link #texts} that documents and the index depend on. */
    Map<String, String> hashed() {
        Map<String, String> texts = new LinkedHashMap<>();
        if (!where.isEmpty()) {
            texts.put(WhereSettings.WHERE.key(), WhereText.of(where));
        }
        if (!elasticsearch.equals(ElasticsearchOptions.NONE)) {
            texts.put(PassthroughSettings.ELASTICSEARCH.key(), elasticsearch.text());
        }
        return texts;
    }
}
