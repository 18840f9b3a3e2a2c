/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.site;

import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The state of one process of this program, as asked over HTTP.
 *
 * @param address where it was looked for
 * @param named whether the user has given the address; else it is the default from the configuration
 * @param state what it reports
 */
public record ServiceFacts(URI address, boolean named, ProbeResult<State> state) {
    public ServiceFacts {
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(state, "state");
    }

    /**
     * The state that a process reports.
     *
     * @param applications {@code serve}, {@code indexer} or {@code gateway}; empty if it does not show its metrics
     * @param status of its health: {@code ok}, {@code degraded}, {@code failing} or {@code stopping}
     * @param complaints the messages of unhealthy components, by their names
     */
    public record State(Set<String> applications, String status, Map<String, String> complaints, Scrape metrics) {
        public State {
            applications = Set.copyOf(applications);
            Objects.requireNonNull(status, "status");
            complaints = Map.copyOf(complaints);
            Objects.requireNonNull(metrics, "metrics");
        }

        boolean isOneOf(String... kinds) {
            return Set.of(kinds).stream().anyMatch(applications::contains);
        }

        /** Returns whether it indexes events. */
        public boolean indexes() {
            return isOneOf("serve", "indexer");
        }

        /** Returns whether it answers searches. */
        public boolean searches() {
            return isOneOf("serve", "gateway");
        }
    }
}
