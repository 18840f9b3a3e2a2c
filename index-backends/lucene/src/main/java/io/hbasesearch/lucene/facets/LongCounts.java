/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.facets;

import java.util.Arrays;

/** Counts occurrences of numbers. Its memory, charged to a budget, grows with the number of different ones. For one thread. */
final class LongCounts {
    private static final int FIRST_SLOTS = 64;

    /** A key, its count, and its place in the final order. */
    private static final int BYTES_OF_A_SLOT = Long.BYTES + Integer.BYTES + Integer.BYTES;

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final FacetBudget budget;
    private final String field;
    private long[] keys = new long[FIRST_SLOTS];

    /** 0 if a slot is free. */
    private int[] counts = new int[FIRST_SLOTS];

    private int size;

    /** @param field whose values are counted, for messages */
    LongCounts(FacetBudget budget, String field) {
        this.budget = budget;
        this.field = field;
        budget.charge((long) FIRST_SLOTS * BYTES_OF_A_SLOT, field);
    }

    /** @throws io.hbasesearch.core.error.HBaseSearchException QUERY_INVALID if there are too many different numbers */
    void add(long key) {
        int slot = slot(key);
        if (counts[slot] == 0) {
            keys[slot] = key;
            size++;
        }
        counts[slot]++;
        // Two thirds full: beyond that, finding a slot takes long.
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

    /** Returns the count; 0 if the number never occurred. */
    int count(long key) {
        return counts[slot(key)];
    }

    /** Returns the different numbers in order. */
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
