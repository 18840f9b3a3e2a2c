/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import java.time.Duration;
import org.apache.hadoop.hbase.security.UserProvider;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/** Sets the clock that HBase uses an hour ahead, in the RegionServer that makes one of these when it starts. */
public final class HourAhead extends UserProvider {
    private static final long HOUR_MILLIS = Duration.ofHours(1).toMillis();

    public HourAhead() {
        EnvironmentEdgeManager.injectEdge(() -> System.currentTimeMillis() + HOUR_MILLIS);
    }
}
