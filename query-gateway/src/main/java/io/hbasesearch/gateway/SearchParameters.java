/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.model.ColumnSelection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a caller asks of a search.
 *
 * @param query empty for every row
 * @param columns to return; those that the index maps if empty
 * @param timeout for the whole request
 */
record SearchParameters(
        Optional<String> query,
        List<String> filters,
        int size,
        Optional<ColumnSelection> columns,
        boolean highlight,
        Duration timeout,
        KeyFormat keyFormat) {
    SearchParameters {
        filters = List.copyOf(filters);
    }
}
