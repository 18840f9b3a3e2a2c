/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.request;

import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/**
 * Parameters of a suggestion request.
 *
 * @param field whose values are suggested
 * @param prefix that the values begin with
 * @param filters that the rows with the values must match
 * @param zone of days and local times in the filters; that of each field if empty
 */
public record SuggestParameters(
        String field, String prefix, List<QueryInput> filters, Optional<ZoneId> zone, int size, Duration timeout) {
    public SuggestParameters {
        filters = List.copyOf(filters);
    }
}
