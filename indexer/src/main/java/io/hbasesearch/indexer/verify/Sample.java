/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import java.util.random.RandomGenerator;

/** Selects the chunks to compare: each with the same probability, independently of the others. Safe for use by several threads. */
final class Sample {
    private final double part;
    private final RandomGenerator random;

    /** @param part above 0 and up to 1 */
    Sample(double part) {
        this(part, RandomGenerator.getDefault());
    }

    Sample(double part, RandomGenerator random) {
        this.part = part;
        this.random = random;
    }

    boolean isEverything() {
        return part >= 1;
    }

    /** Returns how many chunks to skip before the next one that is compared. */
    synchronized int skip() {
        if (isEverything()) {
            return 0;
        }
        double chunks = Math.log(1 - random.nextDouble()) / Math.log(1 - part);
        return (int) Math.min(chunks, 1_000_000);
    }
}
