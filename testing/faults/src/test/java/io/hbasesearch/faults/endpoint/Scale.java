/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.endpoint;

import java.time.Duration;

/** How long outages last: {@code -Dfaults.scale=0.05} makes half a minute of ten. Stateless. */
final class Scale {
    private Scale() {}

    static Duration of(Duration full) {
        double scale = Double.parseDouble(System.getProperty("faults.scale", "1"));
        return Duration.ofMillis((long) (full.toMillis() * scale));
    }
}
