/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.plan;

import io.hbasesearch.core.rowkey.plan.AccessPath;
import java.util.Objects;

/** How a query is answered, and why so. */
public sealed interface QueryPlan {
    /** For people: no row's values, but the query's own. */
    String reason();

    /**
     * Rows are read from the table along a path, and those kept for which the whole query holds. They come in the order of keys.
     *
     * @param path gets or a scan
     * @param sameOrder whether that is the order that a search would give
     */
    record Table(AccessPath path, boolean sameOrder, String reason) implements QueryPlan {
        public Table {
            Objects.requireNonNull(path, "path");
            Objects.requireNonNull(reason, "reason");
        }
    }

    /** The index finds the rows; what the query says of row keys is a filter like any other. */
    record Search(String reason) implements QueryPlan {
        public Search {
            Objects.requireNonNull(reason, "reason");
        }
    }
}
