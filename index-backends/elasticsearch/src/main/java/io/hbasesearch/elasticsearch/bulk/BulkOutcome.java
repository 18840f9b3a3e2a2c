/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.WriteResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of an answered request. Immutable.
 *
 * @param results of operations that are finished
 * @param again operations to retry, each with the reason
 * @param reason of one of these; empty if there are none
 * @param broken why no operation will succeed until an operator acts; null otherwise
 */
record BulkOutcome(
        List<BulkResult> results,
        Map<PendingWrite, ItemOutcome.Delay> again,
        String reason,
        @Nullable HBaseSearchException broken) {

    static BulkOutcome of(List<PendingWrite> writes, List<ItemOutcome> outcomes, PoisonDetector poison) {
        Collector collector = new Collector();
        for (int i = 0; i < writes.size(); i++) {
            collector.add(writes.get(i), outcomes.get(i));
        }
        poison.succeeded(collector.results.size());
        boolean othersSucceeded = !collector.results.isEmpty();
        collector.unexpected.forEach((write, reason) -> {
            if (poison.isAtFault(write, othersSucceeded)) {
                collector.results.add(new BulkResult(write, givenUp(write, reason)));
            } else {
                collector.again.put(write, ItemOutcome.Delay.UNEXPECTED);
            }
        });
        return new BulkOutcome(collector.results, collector.again, collector.reason, collector.broken);
    }

    /** Returns how many operations are retried for this reason. */
    int count(ItemOutcome.Delay delay) {
        return Collections.frequency(again.values(), delay);
    }

    private static WriteResult givenUp(PendingWrite write, String reason) {
        return new WriteResult.Rejected(
                "rejected after " + (write.tries() + 1) + " attempts, while other documents were accepted: " + reason,
                true);
    }

    private static final class Collector {
        private final List<BulkResult> results = new ArrayList<>();
        private final Map<PendingWrite, ItemOutcome.Delay> again = new LinkedHashMap<>(0);
        private final Map<PendingWrite, String> unexpected = new LinkedHashMap<>(0);
        private String reason = "";
        private @Nullable HBaseSearchException broken;

        void add(PendingWrite write, ItemOutcome outcome) {
            if (outcome instanceof ItemOutcome.Done finished) {
                results.add(new BulkResult(write, finished.result()));
            } else if (outcome instanceof ItemOutcome.Retry later) {
                reason = later.reason();
                switch (later.delay()) {
                    case THROTTLED, AWAY -> again.put(write, later.delay());
                    case UNEXPECTED -> unexpected.put(write, later.reason());
                }
            } else if (outcome instanceof ItemOutcome.Broken fatal) {
                broken = fatal.failure();
            }
        }
    }
}
