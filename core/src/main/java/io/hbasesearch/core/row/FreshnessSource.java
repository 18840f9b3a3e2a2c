/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.row;

import io.hbasesearch.core.spi.IndexMetadata;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** Reports the freshness of indexes from memory. Safe for use by several threads. */
@FunctionalInterface
public interface FreshnessSource {
    /** Returns the freshness of an index; empty while it is unknown. */
    Optional<Freshness> of(IndexMetadata index);

    /** The time up to which an index shows writes.
     *
     * @param asOf searches find every write before it: the write time of the oldest edit that is not yet indexed, or the time of the
     *     check if there is none
     * @param lookedAt the time of the check; without further checks, the information ages
     * @param sourceCovered true if edits that wait in HBase's replication were checked too; if false, {@code asOf} covers announced
     *     edits only
     */
    record Freshness(Instant asOf, Instant lookedAt, boolean sourceCovered) {
        public Freshness {
            Objects.requireNonNull(asOf, "asOf");
            Objects.requireNonNull(lookedAt, "lookedAt");
        }
    }
}
