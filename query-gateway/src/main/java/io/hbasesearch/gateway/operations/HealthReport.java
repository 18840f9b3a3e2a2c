/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.operations;

import io.hbasesearch.core.spi.CheckResult;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How a process is.
 *
 * @param status {@code ok}, {@code failing} if a component fails, {@code stopping} while requests are drained
 */
public record HealthReport(String status, Map<String, Component> components) {
    private static final String OK = "ok";

    public HealthReport {
        components = Collections.unmodifiableMap(new LinkedHashMap<>(components));
    }

    static HealthReport of(Map<String, Component> components) {
        boolean well = components.values().stream().allMatch(Component::ok);
        return new HealthReport(well ? OK : "failing", components);
    }

    /** The same components, of a process that takes no new work. */
    public HealthReport stopping() {
        return new HealthReport("stopping", components);
    }

    public boolean ready() {
        return status.equals(OK);
    }

    /** @param message {@code ok}, or what ails it */
    public record Component(boolean ok, String message) {
        static Component of(CheckResult result) {
            return new Component(result.ok(), result.message());
        }
    }
}
