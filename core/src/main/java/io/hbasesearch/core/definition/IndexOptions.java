/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a definition says of its index beside fields and row keys. Immutable.
 *
 * @param where what must be so of a row that is indexed
 */
public record IndexOptions(List<Condition> where) {
    /** What is meant where nothing is said. */
    public static final IndexOptions NONE = new IndexOptions(List.of());

    public IndexOptions {
        where = List.copyOf(where);
    }

    /** As YAML by the keys of the definition; nothing where nothing is said, so that hashes of definitions without it stay. */
    Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        if (!where.isEmpty()) {
            texts.put(WhereSettings.WHERE.key(), WhereText.of(where));
        }
        return texts;
    }
}
