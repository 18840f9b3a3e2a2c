/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.facets;

import org.apache.lucene.util.BytesRef;

/**
 * Counts different values by hashes of 64 bits: exactly up to a limit, and beyond it from a sample. The sample holds the hashes whose
 * leading bits are zero, one bit more whenever it is full (adaptive sampling, Flajolet 1990); its standard error is 1.2 / sqrt(limit), 0.6 %.
 * Memory is charged to a budget and is at most half a megabyte. For one thread.
 */
final class DistinctCount {
    /** The most different values that are counted exactly. */
    static final int MOST_EXACT = 40_000;

    private static final int FIRST_SLOTS = 16;
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private final FacetBudget budget;
    private final String field;

    /** The hashes of the sample; a free slot has 0. */
    private long[] slots = new long[FIRST_SLOTS];

    private int size;

    /** The number of leading bits that are zero in every hash of the sample. */
    private int zeros;

    /** @param field whose values are counted, for messages */
    DistinctCount(FacetBudget budget, String field) {
        this.budget = budget;
        this.field = field;
        budget.charge((long) FIRST_SLOTS * Long.BYTES, field);
    }

    /** Returns a hash that differs for each number, except that two numbers share one of them. */
    static long hash(long number) {
        long mixed = number + 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        mixed ^= mixed >>> 31;
        return mixed == 0 ? 1 : mixed;
    }

    static long hash(BytesRef text) {
        long hash = FNV_OFFSET;
        for (int i = 0; i < text.length; i++) {
            hash = (hash ^ (text.bytes[text.offset + i] & 0xff)) * FNV_PRIME;
        }
        return hash(hash);
    }

    void add(long hash) {
        if (zeros > 0 && hash >>> (Long.SIZE - zeros) != 0) {
            return;
        }
        int slot = slot(hash);
        if (slots[slot] == hash) {
            return;
        }
        slots[slot] = hash;
        size++;
        while (size > MOST_EXACT) {
            zeros++;
            rebuild(slots.length);
        }
        // Two thirds full: beyond that, finding a slot takes long.
        if (3L * size > 2L * slots.length) {
            budget.charge((long) slots.length * Long.BYTES, field);
            rebuild(slots.length * 2);
        }
    }

    private int slot(long hash) {
        int mask = slots.length - 1;
        int slot = (int) hash & mask;
        while (slots[slot] != 0 && slots[slot] != hash) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void rebuild(int length) {
        long[] old = slots;
        slots = new long[length];
        size = 0;
        for (long hash : old) {
            if (hash != 0 && (zeros == 0 || hash >>> (Long.SIZE - zeros) == 0)) {
                slots[slot(hash)] = hash;
                size++;
            }
        }
    }

    boolean isExact() {
        return zeros == 0;
    }

    long count() {
        return (long) size << zeros;
    }
}
