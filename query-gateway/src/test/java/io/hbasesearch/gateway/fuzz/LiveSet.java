/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.fuzz;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;

/** What is left of the heap after full collections. */
final class LiveSet {
    private static final int COLLECTIONS = 6;

    private LiveSet() {}

    /** The least of several: references of the softer kinds take more than one collection. */
    static long bytes() {
        MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < COLLECTIONS; i++) {
            memory.gc();
            least = Math.min(least, memory.getHeapMemoryUsage().getUsed());
        }
        return least;
    }
}
