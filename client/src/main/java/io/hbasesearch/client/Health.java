/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.client;

import java.util.Map;

/**
 * How a gateway is.
 *
 * @param status {@code ok}, {@code failing} or {@code stopping}
 */
public record Health(String status, Map<String, Component> components) {
    public boolean isReady() {
        return status.equals("ok");
    }

    /** @param message {@code ok}, or what ails it */
    public record Component(boolean ok, String message) {}
}
