/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.model.TableId;
import org.jspecify.annotations.Nullable;

/** What an index's health says of its bulk loads. For the polling thread. */
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
     * Begins and ends what is to be said.
     *
     * @param isFull so many loads wait that nothing more is taken
     * @param isComparingAll the table was made anew and is being compared
     */
    void tell(boolean isFull, boolean isComparingAll) {
        full = tell(
                full,
                isFull,
                "following bulk loads",
                BulkLoads.MOST_WAITING + " bulk loads of table " + table
                        + " wait until their ranges are compared, one after the other;"
                        + " nothing more is taken from Kafka until then. Raise indexer.scrub.bulkLoadRowsPerSecond");
        replaced = tell(
                replaced,
                isComparingAll,
                "following a table that was made anew",
                "table " + table
                        + " was truncated or made anew: documents of rows that are gone are found until all of the table was"
                        + " compared, which is under way");
    }

    private Health.@Nullable HealthIssue tell(Health.@Nullable HealthIssue ailment, boolean ails, String step, String message) {
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
