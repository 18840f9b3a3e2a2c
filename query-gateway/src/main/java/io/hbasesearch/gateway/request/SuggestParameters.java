/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.request;

import java.time.Duration;
import java.util.List;

/**
 * Parameters of a suggestion request.
 *
 * @param field whose values are suggested
 * @param prefix that the values begin with
 * @param filters that the rows with the values must match
 */
public record SuggestParameters(String field, String prefix, List<QueryInput> filters, int size, Duration timeout) {
    public SuggestParameters {
        filters = List.copyOf(filters);
    }
}
