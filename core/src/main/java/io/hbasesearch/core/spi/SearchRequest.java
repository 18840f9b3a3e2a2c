/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

import io.hbasesearch.core.query.Query;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * @param query scores and selects
 * @param filters select only
 * @param size hits wanted, 0 for a count
 * @param timeout what is left of the request's deadline
 */
public record SearchRequest(Query query, List<Query> filters, int size, Duration timeout) {
    public SearchRequest {
        Objects.requireNonNull(query, "query");
        filters = List.copyOf(filters);
        Objects.requireNonNull(timeout, "timeout");
        if (size < 0) {
            throw new IllegalArgumentException("size is not negative: " + size);
        }
    }
}
