/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Signals waiting threads to stop. Given once; safe for use by several threads. */
public final class StopSignal {
    private final CountDownLatch given = new CountDownLatch(1);

    void give() {
        given.countDown();
    }

    boolean isGiven() {
        return given.getCount() == 0;
    }

    /** Waits; true if the signal came meanwhile. */
    boolean await(Duration time) throws InterruptedException {
        return given.await(time.toNanos(), TimeUnit.NANOSECONDS);
    }
}
