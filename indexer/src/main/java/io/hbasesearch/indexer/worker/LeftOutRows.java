/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.worker;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.mapping.RowOutcome;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.Row;
import java.util.function.Function;

/** Counts existing rows that get no document, which explains an index with fewer documents than rows. Stateless. */
final class LeftOutRows {
    static final String METRIC = "hbase_search_indexer_left_out_rows_total";

    private LeftOutRows() {}

    /** Maps rows with a definition, and counts those that it excludes. */
    static Function<Row, RowOutcome> counting(IndexDefinition definition, Metrics metrics) {
        RowMapper mapper = new RowMapper(definition);
        Metrics.Counter leftOut = metrics.counter(
                METRIC,
                "Rows read, or buckets of rows, that have no document because the index definition leaves them out",
                "index",
                definition.name());
        return row -> {
            RowOutcome outcome = mapper.outcome(row);
            if (outcome instanceof RowOutcome.LeftOut) {
                leftOut.increment();
            }
            return outcome;
        };
    }
}
