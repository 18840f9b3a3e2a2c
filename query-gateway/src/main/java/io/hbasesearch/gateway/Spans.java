/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.trace.StatusCode;

/**
 * Spans of what requests do, through OpenTelemetry's standard interface: whoever runs the process with its agent or SDK sees them,
 * and for all others they cost next to nothing. They name indexes and plans, never queries or rows. Safe for use by several
 * threads; a span is for the thread that began it.
 */
final class Spans {
    private static final String SCOPE = "io.hbasesearch.gateway";

    private Spans() {}

    /** @param plan {@code table}, {@code search}, or what else is done */
    static Span begin(String name, String index, String plan) {
        io.opentelemetry.api.trace.Span span = GlobalOpenTelemetry.getTracer(SCOPE)
                .spanBuilder(name)
                .setAttribute("hbase_search.index", index)
                .setAttribute("hbase_search.plan", plan)
                .startSpan();
        return new Span(span);
    }

    /** Ends when it is closed. */
    static final class Span implements AutoCloseable {
        private final io.opentelemetry.api.trace.Span span;
        private boolean done;

        private Span(io.opentelemetry.api.trace.Span span) {
            this.span = span;
        }

        /** Says that it came to its end, with so many rows; one that is closed without has failed. */
        void count(int rows) {
            span.setAttribute("hbase_search.rows", rows);
            done = true;
        }

        @Override
        public void close() {
            if (!done) {
                span.setStatus(StatusCode.ERROR);
            }
            span.end();
        }
    }
}
