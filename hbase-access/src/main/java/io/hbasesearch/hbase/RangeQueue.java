/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** Numbers from 0 on, of which several threads take one after the other until they have enough. Safe for use by several threads. */
final class RangeQueue {
    /** None is left, or none is wanted any more. */
    static final int NONE = -1;

    private final int count;
    private final AtomicInteger next = new AtomicInteger();

    RangeQueue(int count) {
        this.count = count;
    }

    /**
     * Asks first and takes afterwards, so that a number that was taken is always used: what is enough came from numbers that were
     * taken before, and those that are left are greater. The other way round, a thread that was held up between the two would find
     * enough from numbers behind its own, and drop that.
     *
     * @param isEnough whether no number is wanted behind those that were taken
     */
    int take(BooleanSupplier isEnough) {
        if (isEnough.getAsBoolean()) {
            return NONE;
        }
        int number = next.getAndIncrement();
        return number < count ? number : NONE;
    }
}
