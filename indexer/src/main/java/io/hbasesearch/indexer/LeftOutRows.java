/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.mapping.RowOutcome;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.Row;
import java.util.function.Function;

/** Counts rows that become no document though they exist, so that an index with fewer documents than rows explains itself. Stateless. */
final class LeftOutRows {
    static final String METRIC = "hbase_search_indexer_left_out_rows_total";

    private LeftOutRows() {}

    /** What rows become by a definition; those that it leaves out are counted. */
    static Function<Row, RowOutcome> counting(IndexDefinition definition, Metrics metrics) {
        RowMapper mapper = new RowMapper(definition);
        Metrics.Counter leftOut = metrics.counter(
                METRIC,
                "Rows read, or buckets of them, that the index definition leaves out: they have no document",
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
