/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.gateway.plan.PlanMode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a caller asks of a search.
 *
 * @param query empty for every row
 * @param columns to return; those that the index maps if empty
 * @param timeout for the whole request
 * @param verify empty for the usual check, which is left out while the table cannot be read
 * @param cursor where to go on, as an earlier answer has it
 * @param from how many hits to leave out at the beginning; 0 with a cursor
 */
record SearchParameters(
        Optional<String> query,
        List<String> filters,
        int size,
        Optional<ColumnSelection> columns,
        boolean highlight,
        Duration timeout,
        KeyFormat keyFormat,
        Optional<VerifyMode> verify,
        PlanMode plan,
        Optional<String> cursor,
        int from) {
    SearchParameters {
        filters = List.copyOf(filters);
    }

    SearchParameters withSize(int other) {
        return new SearchParameters(
                query, filters, other, columns, highlight, timeout, keyFormat, verify, plan, cursor, from);
    }

    /** The page that a cursor tells, without highlights. */
    SearchParameters page(Optional<String> place, int rows) {
        return new SearchParameters(query, filters, rows, columns, false, timeout, keyFormat, verify, plan, place, 0);
    }
}
