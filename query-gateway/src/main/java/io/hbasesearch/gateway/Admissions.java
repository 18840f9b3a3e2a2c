/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.config.GatewayResilience;
import io.hbasesearch.core.metrics.Metrics;
import java.time.Duration;

/**
 * Who is let in, by kind of work: what waits long - fences, streams - has places of its own, so that it never takes those of
 * searches and rows. Safe for use by several threads.
 */
record Admissions(Admission requests, Admission streams, Admission fences) {
    static Admissions of(GatewayResilience.Admission bounds, Metrics metrics) {
        Duration wait = bounds.longestWait();
        return new Admissions(
                new Admission("request", bounds.requests(), bounds.waiting(), wait, metrics),
                new Admission("stream", bounds.streams(), bounds.streams(), wait, metrics),
                new Admission("fence", bounds.fences(), bounds.fences(), wait, metrics));
    }

    /** Refuses new work of every kind and waits for what is inside. False if some is still there when the time is over. */
    boolean drain(Duration atMost) {
        streams.close();
        fences.close();
        Deadline deadline = Deadline.after(atMost);
        boolean drained = requests.drain(deadline.left());
        drained &= fences.drain(deadline.left());
        return drained & streams.drain(deadline.left());
    }

    boolean isClosed() {
        return requests.isClosed();
    }
}
