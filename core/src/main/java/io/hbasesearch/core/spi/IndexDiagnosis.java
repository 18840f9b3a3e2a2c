/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.definition.IndexDefinition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Provides diagnostic information about a backend to operators. Changes nothing. Safe for use by several threads. Each call throws
 * {@link io.hbasesearch.core.error.HBaseSearchException} when there is no answer.
 */
public interface IndexDiagnosis {
    /** Returns the clock time of each of the backend's machines, by name; empty if the backend runs in this process. */
    Map<String, Instant> clocks();

    /** Returns the privileges that this program's user needs but lacks, in the backend's terms; empty if there are no users. */
    List<String> missingPrivileges();

    /**
     * Describes the differences between the mapping of a physical index and that of its definition, briefly for each field. The index
     * {@link IndexMetadata#isMadeBy is made by} the definition.
     */
    List<String> mappingDifferences(IndexDefinition definition, IndexMetadata index);

    /**
     * Returns the limits of a document's size.
     *
     * @return empty if the backend has none, or does not report it
     */
    Optional<DocumentSize> documentSize();

    /**
     * The size of the largest document.
     *
     * @param setting that limits what this program sends
     * @param sent the largest document that is sent, in bytes
     * @param accepted the largest document that the backend's machines have room for, in bytes
     * @param source of that limit, in the backend's terms
     */
    record DocumentSize(String setting, long sent, long accepted, String source) {
        public DocumentSize {
            Objects.requireNonNull(setting, "setting");
            Objects.requireNonNull(source, "source");
        }
    }

    /** Returns an empty diagnosis, for a backend without servers. */
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

            @Override
            public Optional<DocumentSize> documentSize() {
                return Optional.empty();
            }
        };
    }
}
