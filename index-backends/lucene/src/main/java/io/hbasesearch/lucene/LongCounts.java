/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import java.util.Arrays;

/** How often each of some numbers came. Takes memory by how many different ones there are, out of a budget. For one thread. */
final class LongCounts {
    private static final int FIRST_SLOTS = 64;

    /** A key, its count, and its place in order once all are there. */
    private static final int BYTES_OF_A_SLOT = Long.BYTES + Integer.BYTES + Integer.BYTES;

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final FacetBudget budget;
    private final String field;
    private long[] keys = new long[FIRST_SLOTS];

    /** 0 where a slot is free. */
    private int[] counts = new int[FIRST_SLOTS];

    private int size;

    /** @param field that is counted, for messages */
    LongCounts(FacetBudget budget, String field) {
        this.budget = budget;
        this.field = field;
        budget.charge((long) FIRST_SLOTS * BYTES_OF_A_SLOT, field);
    }

    /** @throws io.hbasesearch.core.error.HBaseSearchException QUERY_INVALID if there are too many different ones */
    void add(long key) {
        int slot = slot(key);
        if (counts[slot] == 0) {
            keys[slot] = key;
            size++;
        }
        counts[slot]++;
        // Two thirds full: with more, looking for a place takes long.
        if (3L * size > 2L * keys.length) {
            grow();
        }
    }

    private int slot(long key) {
        int mask = keys.length - 1;
        int slot = (int) (key * GOLDEN >>> Integer.SIZE) & mask;
        while (counts[slot] != 0 && keys[slot] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        budget.charge((long) keys.length * BYTES_OF_A_SLOT, field);
        long[] oldKeys = keys;
        int[] oldCounts = counts;
        keys = new long[oldKeys.length * 2];
        counts = new int[oldKeys.length * 2];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldCounts[i] > 0) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                counts[slot] = oldCounts[i];
            }
        }
    }

    int size() {
        return size;
    }

    /** 0 if it never came. */
    int count(long key) {
        return counts[slot(key)];
    }

    /** The different ones. */
    long[] sorted() {
        long[] sorted = new long[size];
        int at = 0;
        for (int i = 0; i < keys.length; i++) {
            if (counts[i] > 0) {
                sorted[at++] = keys[i];
            }
        }
        Arrays.sort(sorted);
        return sorted;
    }
}
