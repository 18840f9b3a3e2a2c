/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** Queue of numbers from 0, which several threads take in order until they have enough. Safe for use by several threads. */
final class RangeQueue {
    /** Returned if no number is left, or none is needed. */
    static final int NONE = -1;

    private final int count;
    private final AtomicInteger next = new AtomicInteger();

    RangeQueue(int count) {
        this.count = count;
    }

    /** Tells if numbers are left. */
    boolean hasMore() {
        return next.get() < count;
    }

    /**
     * Takes the next number. Checks first and takes afterwards, so that a taken number is always used: if there is enough, it came from
     * numbers taken before, and the remaining ones are greater. In the opposite order, a thread that was delayed between the two steps
     * would find enough from numbers after its own, and drop its own.
     *
     * @param isEnough whether no number after the taken ones is needed
     */
    int take(BooleanSupplier isEnough) {
        if (isEnough.getAsBoolean()) {
            return NONE;
        }
        int number = next.getAndIncrement();
        return number < count ? number : NONE;
    }
}
