/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.row;

import io.hbasesearch.core.spi.IndexMetadata;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** How fresh indexes are. Answers from memory. Safe for use by several threads. */
@FunctionalInterface
public interface FreshnessSource {
    /** Empty as long as nothing is known of this index. */
    Optional<Freshness> of(IndexMetadata index);

    /**
     * Up to when an index shows what was written.
     *
     * @param asOf every write before it can be found by searches: the write time of the oldest edit that is not yet indexed, or
     *     the moment of the look if there is none
     * @param lookedAt when that was found out; as time goes on without another look, less is known
     * @param sourceCovered whether edits that wait inside HBase's replication were looked at as well; if not, {@code asOf} speaks
     *     of what has been announced only
     */
    record Freshness(Instant asOf, Instant lookedAt, boolean sourceCovered) {
        public Freshness {
            Objects.requireNonNull(asOf, "asOf");
            Objects.requireNonNull(lookedAt, "lookedAt");
        }
    }
}
