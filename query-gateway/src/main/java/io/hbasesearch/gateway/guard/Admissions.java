/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.guard;

import io.hbasesearch.core.config.GatewayResilience;
import io.hbasesearch.core.metrics.Metrics;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Admission limits by kind of work. Long-running work (fences, streams, bodies) has its own places, so that it never takes those of
 * searches and rows. Safe for use by several threads.
 */
public record Admissions(Admission requests, Admission streams, Admission fences, Admission bodies) {
    /** Bodies read at once; each is at most 64 KiB. */
    public static final int BODIES = 16;

    /** @param shared whether several callers exist now, so that no caller may take all places */
    public static Admissions of(GatewayResilience.Admission bounds, BooleanSupplier shared, Metrics metrics) {
        Duration wait = bounds.maxWait();
        return new Admissions(
                new Admission("request", bounds.requests(), bounds.waiting(), wait, shared, metrics),
                new Admission("stream", bounds.streams(), bounds.streams(), wait, shared, metrics),
                new Admission("fence", bounds.fences(), bounds.fences(), wait, shared, metrics),
                new Admission("body", BODIES, BODIES, wait, shared, metrics));
    }

    /** Rejects new work of every kind and waits for active work. Returns false if some remains after the timeout. */
    public boolean drain(Duration atMost) {
        streams.close();
        fences.close();
        bodies.close();
        RequestDeadline deadline = RequestDeadline.after(atMost);
        boolean drained = requests.drain(deadline.left());
        drained &= fences.drain(deadline.left());
        drained &= bodies.drain(deadline.left());
        return drained & streams.drain(deadline.left());
    }

    public boolean isClosed() {
        return requests.isClosed();
    }
}
