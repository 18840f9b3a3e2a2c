/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import java.time.Duration;
import java.util.List;

/**
 * What a caller asks of suggestions.
 *
 * @param field whose values are wanted
 * @param prefix with which they begin
 * @param filters of which the rows must be that have them
 */
record SuggestParameters(String field, String prefix, List<QueryInput> filters, int size, Duration timeout) {
    SuggestParameters {
        filters = List.copyOf(filters);
    }
}
