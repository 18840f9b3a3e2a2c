/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Fired once, by a stop or by a fatal failure; every wait between attempts waits on it. Safe for use by several threads. */
public final class StopSignal {
    private final CountDownLatch fired = new CountDownLatch(1);

    public void fire() {
        fired.countDown();
    }

    public boolean isFired() {
        return fired.getCount() == 0;
    }

    /**
     * Waits, at most {@code timeout}. An interrupt counts as a stop and stays set.
     *
     * @return true if it has been fired
     */
    public boolean await(Duration timeout) {
        try {
            return fired.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
