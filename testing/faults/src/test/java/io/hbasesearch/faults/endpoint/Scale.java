/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.endpoint;

import java.time.Duration;

/** Scales the lengths of outages: {@code -Dfaults.scale=0.05} shortens ten minutes to half a minute. Stateless. */
final class Scale {
    private Scale() {}

    static Duration of(Duration full) {
        double scale = Double.parseDouble(System.getProperty("faults.scale", "1"));
        return Duration.ofMillis((long) (full.toMillis() * scale));
    }
}
