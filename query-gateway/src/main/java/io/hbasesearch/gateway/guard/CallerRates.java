/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.guard;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.gateway.http.Caller;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

/**
 * Limits how many requests one caller makes in a second, so that one caller cannot take everyone's places. A caller is an API key: the
 * number of keys is bounded, and an address could be a proxy's. Safe for use by several threads.
 */
public final class CallerRates {
    private final Rates rates;
    private final Metrics.Counter refused;

    /** @param perSecond 0 for no limit */
    public CallerRates(int perSecond, Metrics metrics) {
        this.rates = new Rates(perSecond);
        this.refused = metrics.counter(
                Admission.REJECTED, Admission.REJECTED_HELP, "reason", "caller_rate", Admission.WORK, "request");
    }

    /** Applies the limit to everything under {@code /v1}; health, metrics and the page are exempt. */
    public void addTo(RoutesConfig routes) {
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
                            "this caller made " + rates.perSecond() + " requests in this second, which is the limit",
                            "Try again in a second, or raise gateway.admission.callerRequestsPerSecond.")
                    .retryAfter(Rates.PERIOD));
        }
    }
}
