/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.definition.IndexDefinition;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What a backend can tell an operator who looks for the reason of a trouble. Changes nothing. Safe for use by several threads. Each call
 * throws {@link io.hbasesearch.core.error.HBaseSearchException} when there is no answer.
 */
public interface IndexDiagnosis {
    /** The time by the clock of each of the backend's own machines, by their names; none if it runs in this process. */
    Map<String, Instant> clocks();

    /** What this program's user needs and may not do, in the backend's own words; empty if there are no users. */
    List<String> missingPrivileges();

    /**
     * How what the physical index accepts differs from what its definition makes, a few words for each field; for an index that
     * {@link IndexMetadata#isMadeBy is made by} the definition.
     */
    List<String> mappingDifferences(IndexDefinition definition, IndexMetadata index);

    /** Of a backend that has no servers of its own: there is nothing to ask. */
    static IndexDiagnosis none() {
        return new IndexDiagnosis() {
            @Override
            public Map<String, Instant> clocks() {
                return Map.of();
            }

            @Override
            public List<String> missingPrivileges() {
                return List.of();
            }

            @Override
            public List<String> mappingDifferences(IndexDefinition definition, IndexMetadata index) {
                return List.of();
            }
        };
    }
}
