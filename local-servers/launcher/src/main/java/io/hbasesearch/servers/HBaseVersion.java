/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

import java.nio.file.Files;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The HBase release lines that can be started. */
public enum HBaseVersion {
    /** 2.6, which everything is built against. */
    CURRENT("hbase-2.6"),
    /** 2.5, which the replication endpoint also runs in. */
    PREVIOUS("hbase-2.5"),
    /** 2.4, the oldest that the replication endpoint runs in; the profile {@code compatibility} fetches it. */
    OLDEST("hbase-2.4");

    private final String distribution;

    HBaseVersion(String distribution) {
        this.distribution = distribution;
    }

    String distribution() {
        return distribution;
    }

    /** The one that is started unless somebody chooses: {@link #CURRENT}, or what the build says. */
    public static HBaseVersion given() {
        String named = ServerDistributions.given("hbase", CURRENT.distribution);
        return Arrays.stream(values())
                .filter(version -> version.distribution.equals(named))
                .findFirst()
                .orElseThrow(() -> new ServerStartException("There is no " + named + " to be started: there are "
                        + Arrays.stream(values())
                                .map(HBaseVersion::distribution)
                                .collect(Collectors.joining(", "))));
    }

    /** Whether its jars are there: those of old ones are fetched on request only. */
    public boolean isFetched() {
        return Files.exists(ServerDistributions.fromSystemProperty().directory().resolve(distribution + ".classpath"));
    }
}
