/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.config.GatewayResilience;
import io.hbasesearch.core.metrics.Metrics;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Who is let in, by kind of work: what waits long - fences, streams, bodies - has places of its own, so that it never takes those of
 * searches and rows. Safe for use by several threads.
 */
record Admissions(Admission requests, Admission streams, Admission fences, Admission bodies) {
    /** Bodies that are read at once; each has 64 KiB at most. */
    static final int BODIES = 16;

    /** @param shared whether there are several callers now, of whom none may have all */
    static Admissions of(GatewayResilience.Admission bounds, BooleanSupplier shared, Metrics metrics) {
        Duration wait = bounds.longestWait();
        return new Admissions(
                new Admission("request", bounds.requests(), bounds.waiting(), wait, shared, metrics),
                new Admission("stream", bounds.streams(), bounds.streams(), wait, shared, metrics),
                new Admission("fence", bounds.fences(), bounds.fences(), wait, shared, metrics),
                new Admission("body", BODIES, BODIES, wait, shared, metrics));
    }

    /** Refuses new work of every kind and waits for what is inside. False if some is still there when the time is over. */
    boolean drain(Duration atMost) {
        streams.close();
        fences.close();
        bodies.close();
        Deadline deadline = Deadline.after(atMost);
        boolean drained = requests.drain(deadline.left());
        drained &= fences.drain(deadline.left());
        drained &= bodies.drain(deadline.left());
        return drained & streams.drain(deadline.left());
    }

    boolean isClosed() {
        return requests.isClosed();
    }
}
