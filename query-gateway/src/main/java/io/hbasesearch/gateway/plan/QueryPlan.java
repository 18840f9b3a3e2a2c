/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.plan;

import io.hbasesearch.core.rowkey.plan.AccessPath;
import java.util.Objects;

/** Plan of a query, with the reason for it. */
public sealed interface QueryPlan {
    /** Returns the reason in readable form; it contains the query's values, but no row's. */
    String reason();

    /**
     * Reads rows from the table along a path, and keeps those that match the whole query. They come in the order of keys.
     *
     * @param path gets or a scan
     * @param sameOrder whether a search would return the same order
     */
    record Table(AccessPath path, boolean sameOrder, String reason) implements QueryPlan {
        public Table {
            Objects.requireNonNull(path, "path");
            Objects.requireNonNull(reason, "reason");
        }
    }

    /** Lets the index find the rows; conditions on row keys are ordinary filters. */
    record Search(String reason) implements QueryPlan {
        public Search {
            Objects.requireNonNull(reason, "reason");
        }
    }
}
