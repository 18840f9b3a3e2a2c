/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hbasesearch.core.row.FreshnessSource.Freshness;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says how fresh an answer is: it shows every write made before {@code time}.
 *
 * @param time in ISO 8601; absent if {@code basis} is {@code unknown}
 * @param basis {@code table}: rows were read from HBase itself; {@code written}: the oldest edit that is not indexed, wherever it waits;
 *     {@code announced}: the oldest announced edit that is not indexed, because edits still inside HBase's replication are not known;
 *     {@code unknown}
 * @param lookedAt when this was determined; absent for the table, which is read for each request
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AsOf(@Nullable String time, String basis, @Nullable String lookedAt) {
    public static AsOf table(Instant requestBegan) {
        return new AsOf(requestBegan.toString(), "table", null);
    }

    public static AsOf of(Optional<Freshness> freshness) {
        return freshness
                .map(known -> new AsOf(
                        known.asOf().toString(),
                        known.sourceCovered() ? "written" : "announced",
                        known.lookedAt().toString()))
                .orElseGet(() -> new AsOf(null, "unknown", null));
    }
}
