/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hbasesearch.core.row.FreshnessSource.Freshness;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Up to when an answer shows what was written: every write before {@code time} is in it.
 *
 * @param time in ISO 8601; absent if {@code basis} is {@code unknown}
 * @param basis {@code table}: rows were read from HBase itself; {@code written}: the oldest edit that is not indexed, wherever it
 *     waits; {@code announced}: the oldest announced edit that is not indexed, as nothing is known of those that wait inside
 *     HBase's replication; {@code unknown}
 * @param lookedAt when that was found out; absent for the table, which is read for each request
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record AsOf(@Nullable String time, String basis, @Nullable String lookedAt) {
    static AsOf table(Instant requestBegan) {
        return new AsOf(requestBegan.toString(), "table", null);
    }

    static AsOf of(Optional<Freshness> freshness) {
        return freshness
                .map(known -> new AsOf(
                        known.asOf().toString(),
                        known.sourceCovered() ? "written" : "announced",
                        known.lookedAt().toString()))
                .orElseGet(() -> new AsOf(null, "unknown", null));
    }
}
