/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.model.TableId;
import io.hbasesearch.indexer.pipeline.source.Health;
import org.jspecify.annotations.Nullable;

/** Reports the state of an index's bulk loads in its health. For the polling thread. */
final class BulkLoadIssues {
    private final Health health;
    private final TableId table;
    private Health.@Nullable HealthIssue full;
    private Health.@Nullable HealthIssue replaced;

    BulkLoadIssues(Health health, TableId table) {
        this.health = health;
        this.table = table;
    }

    /**
     * Opens and closes the issues that apply.
     *
     * @param isFull so many loads wait that no more events are read
     * @param isComparingAll the table was recreated and is being compared
     */
    void tell(boolean isFull, boolean isComparingAll) {
        full = tell(
                full,
                isFull,
                "following bulk loads",
                BulkLoads.MOST_WAITING + " bulk loads of table " + table
                        + " wait until their ranges are compared, one after the other;"
                        + " no more events are read from Kafka until then. Increase indexer.scrub.bulkLoadRowsPerSecond");
        replaced = tell(
                replaced,
                isComparingAll,
                "comparing a recreated table",
                "table " + table
                        + " was truncated or recreated: searches find documents of deleted rows until the whole table has been"
                        + " compared; the comparison is in progress");
    }

    private Health.@Nullable HealthIssue tell(
            Health.@Nullable HealthIssue ailment, boolean ails, String step, String message) {
        if (ails && ailment == null) {
            return health.ailing(step, new IllegalStateException(message));
        }
        if (!ails && ailment != null) {
            ailment.close();
            return null;
        }
        return ailment;
    }
}
