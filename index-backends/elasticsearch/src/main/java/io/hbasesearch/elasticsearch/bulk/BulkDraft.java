/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Collects the operations of one request: at least one. For one thread. */
final class BulkDraft {
    private final List<PendingWrite> taken = new ArrayList<>();
    private int operations;
    private final long bytes;
    private long size;

    BulkDraft(int operations, long bytes) {
        this.operations = operations;
        this.bytes = bytes;
    }

    List<PendingWrite> taken() {
        return taken;
    }

    /** @return whether the source is empty */
    boolean takeFrom(Deque<PendingWrite> source) {
        while (!source.isEmpty() && taken.size() < operations) {
            PendingWrite next = source.element();
            if (!taken.isEmpty() && (size + next.bytes() > bytes || taken.size() >= next.mostTogether())) {
                return false;
            }
            size += next.bytes();
            operations = Math.min(operations, next.mostTogether());
            taken.add(source.remove());
        }
        return source.isEmpty();
    }
}
