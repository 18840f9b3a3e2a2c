/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.testing.Fixtures;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a real server repeats of a mapping, and what it tells of itself. */
@ExtendWith(SharedServer.class)
class ElasticsearchDiagnosisIT {
    private final IndexDefinition definition = Fixtures.definition(
            Fixtures.uniqueName("diagnosis"),
            Arrays.stream(FieldType.values())
                    .map(type -> Fixtures.field("f_" + type.name().toLowerCase(Locale.ROOT), type))
                    .toArray(FieldMapping[]::new));
    private final ElasticsearchBackend backend =
            new ElasticsearchBackend(ElasticsearchHarness.config(SharedServer.uri()), Metrics.none());
    private final Rest rest = new Rest(SharedServer.uri());

    @AfterEach
    void close() {
        backend.close();
        rest.deleteIndexes("*" + definition.name() + "*");
    }

    @Test
    void anIndexDiffersFromItsDefinitionOnceSomebodyHasChangedIt() {
        IndexMetadata index = backend.admin().create(definition, Fixtures.source(definition));
        assertThat(backend.diagnosis().mappingDifferences(definition, index)).isEmpty();

        rest.call(
                "PUT",
                "/" + index.physicalName() + "/_mapping",
                "{\"dynamic\": true, \"properties\": {\"f_keyword\": {\"type\": \"keyword\", \"ignore_above\": 3},"
                        + " \"stranger\": {\"type\": \"long\"}}}");
        assertThat(backend.diagnosis().mappingDifferences(definition, index))
                .containsExactlyInAnyOrder(
                        "the mapping is dynamic: true, not strict",
                        "field f_keyword has ignore_above: 3 (not in the definition)",
                        "field stranger is in the index but not in the definition");
    }

    @Test
    void eachNodeTellsTheTimeAndAServerWithoutUsersLetsEverybodyIn() {
        assertThat(backend.diagnosis().clocks().values()).isNotEmpty().allSatisfy(told -> assertThat(told)
                .isCloseTo(Instant.now(), within(1, ChronoUnit.MINUTES)));
        assertThat(backend.diagnosis().missingPrivileges()).isEmpty();
        assertThat(backend.diagnosis().documentSize())
                .hasValueSatisfying(size -> assertThat(size.accepted()).isBetween(1L << 20, 1L << 30));
    }
}
