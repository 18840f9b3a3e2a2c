/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.elasticsearch.client.SourceJson;
import java.util.List;
import org.junit.jupiter.api.Test;

class MappingDifferencesTest {
    private static final String MADE =
            """
            {"dynamic": "strict", "_meta": {"a": 1}, "properties": {
              "_hash_high": {"type": "integer"},
              "subject": {"type": "text", "analyzer": "standard"},
              "count": {"type": "long", "coerce": false},
              "cells": {"type": "nested", "dynamic": "strict", "properties": {"value": {"type": "keyword"}}}}}
            """;

    @Test
    void elasticsearchDefaultsAreNotReportedAsDifferences() throws Exception {
        assertThat(between(MADE.replace(", \"analyzer\": \"standard\"", "").replace("\"a\": 1", "\"b\": 2")))
                .isEmpty();
        assertThat(between(MADE)).isEmpty();
    }

    @Test
    void aFieldOfAnotherTypeOrWithAParameterThatNobodyAskedForIsOne() throws Exception {
        assertThat(between(MADE.replace("\"long\"", "\"integer\"")))
                .containsExactly("field count has type: integer, not long");
        assertThat(between(MADE.replace("\"keyword\"", "\"keyword\", \"ignore_above\": 3")))
                .containsExactly("field cells.value has ignore_above: 3 (not in the definition)");
    }

    @Test
    void missingAndExtraFieldsAndADynamicMappingAreReported() throws Exception {
        assertThat(between(MADE.replace("\"subject\"", "\"betreff\"")))
                .containsExactly(
                        "field subject is not in the index", "field betreff is in the index but not in the definition");
        assertThat(between(MADE.replaceFirst("strict", "true")))
                .containsExactly("the mapping is dynamic: true, not strict");
    }

    private static List<String> between(String stored) throws Exception {
        return MappingDifferences.between(
                SourceJson.mapper().readTree(MADE), SourceJson.mapper().readTree(stored));
    }
}
