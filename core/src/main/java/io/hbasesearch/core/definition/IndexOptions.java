/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a definition says of its index beside fields and row keys. Immutable.
 *
 * @param where what must be so of a row that is indexed
 * @param elasticsearch what is for that backend alone
 */
public record IndexOptions(List<Condition> where, ElasticsearchOptions elasticsearch) {
    /** What is meant where nothing is said. */
    public static final IndexOptions NONE = new IndexOptions(List.of(), ElasticsearchOptions.NONE);

    public IndexOptions {
        where = List.copyOf(where);
        Objects.requireNonNull(elasticsearch, "elasticsearch");
    }

    /** As YAML by the keys of the definition; nothing where nothing is said, so that hashes of definitions without it stay. */
    Map<String, String> texts() {
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
