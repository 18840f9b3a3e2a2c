/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.gateway.http.Caller;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

/**
 * How many requests one caller makes in a second, so that one cannot take the places of all others. A caller is an API key: their
 * number is bounded, and an address would be that of a proxy. Safe for use by several threads.
 */
final class CallerRates {
    private final Rates rates;
    private final Metrics.Counter refused;

    /** @param perSecond 0 for any number */
    CallerRates(int perSecond, Metrics metrics) {
        this.rates = new Rates(perSecond);
        this.refused = metrics.counter(
                Admission.REJECTED, Admission.REJECTED_HELP, "reason", "caller_rate", Admission.WORK, "request");
    }

    /** Stands before everything under {@code /v1}; health, metrics and the page go on. */
    void addTo(RoutesConfig routes) {
        if (rates.perSecond() > 0) {
            routes.before("/v1/*", this::check);
        }
    }

    /** @throws ProblemException 429 */
    private void check(Context context) {
        if (!rates.allows(Caller.of(context).name())) {
            refused.increment();
            throw new ProblemException(ProblemDocument.of(
                            429,
                            ErrorCode.THROTTLED,
                            "this caller made " + rates.perSecond() + " requests in this second, the most that one may",
                            "Try again in a second, or have gateway.admission.callerRequestsPerSecond allow more.")
                    .retryAfter(Rates.PERIOD));
        }
    }
}
