/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.client;

import java.util.Map;

/**
 * Health of a gateway.
 *
 * @param status {@code ok}, {@code degraded} (everything works, a component warns), {@code failing} or {@code stopping}
 */
public record Health(String status, Map<String, Component> components) {
    public boolean isReady() {
        return status.equals("ok") || status.equals("degraded");
    }

    /** @param message {@code ok}, a warning, or the failure */
    public record Component(boolean ok, String message) {}
}
