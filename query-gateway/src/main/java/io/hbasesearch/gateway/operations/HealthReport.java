/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.operations;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.hbasesearch.core.spi.CheckResult;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Health of a process.
 *
 * @param status {@code ok}; {@code degraded} if a component warns but everything works; {@code failing} if one fails; {@code stopping}
 *     while requests are drained
 */
public record HealthReport(String status, Map<String, Component> components) {
    private static final String OK = "ok";
    private static final String DEGRADED = "degraded";
    private static final String FAILING = "failing";

    public HealthReport {
        components = Collections.unmodifiableMap(new LinkedHashMap<>(components));
    }

    static HealthReport of(Map<String, Component> components) {
        boolean well = components.values().stream().allMatch(Component::ok);
        boolean warned = components.values().stream().anyMatch(Component::warning);
        return new HealthReport(!well ? FAILING : warned ? DEGRADED : OK, components);
    }

    /** Returns the same components for a process that accepts no new work. */
    public HealthReport stopping() {
        return new HealthReport("stopping", components);
    }

    public boolean ready() {
        return status.equals(OK) || status.equals(DEGRADED);
    }

    /**
     * Health of one component.
     *
     * @param ok true also with a warning
     * @param message {@code ok}, the warning, or the failure
     * @param note further information, such as the progress of a job; omitted if empty
     */
    public record Component(boolean ok, String message, @JsonInclude(JsonInclude.Include.NON_EMPTY) String note) {
        /** Returns {@code ok}, {@code degraded} or {@code failing}, so that a reader sees which component makes the whole so. */
        @JsonProperty("status")
        public String status() {
            return !ok ? FAILING : warning() ? DEGRADED : OK;
        }

        private boolean warning() {
            return ok && !message.equals(OK);
        }

        static Component of(CheckResult result) {
            return new Component(result.ok(), result.message(), result.note());
        }
    }
}
