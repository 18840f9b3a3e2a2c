/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.site;

import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * One process of this program, as asked over HTTP.
 *
 * @param address where it was looked for
 * @param named whether somebody has said that it is there; else the configuration says where it would be
 * @param state what it says of itself
 */
public record ServiceFacts(URI address, boolean named, ProbeResult<State> state) {
    public ServiceFacts {
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(state, "state");
    }

    /**
     * @param applications {@code serve}, {@code indexer} or {@code gateway}; empty where it does not show its metrics
     * @param status of its health: {@code ok}, {@code degraded}, {@code failing} or {@code stopping}
     * @param complaints what components say that are not well, by their names
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

        /** Whether it puts events into indexes. */
        public boolean indexes() {
            return isOneOf("serve", "indexer");
        }

        /** Whether it answers searches. */
        public boolean searches() {
            return isOneOf("serve", "gateway");
        }
    }
}
