/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.servers;

/** The HBase release lines that can be started. */
public enum HBaseVersion {
    /** 2.6, which everything is built against. */
    CURRENT("hbase-2.6"),
    /** 2.5, which the replication endpoint also runs in. */
    PREVIOUS("hbase-2.5");

    private final String distribution;

    HBaseVersion(String distribution) {
        this.distribution = distribution;
    }

    String distribution() {
        return distribution;
    }
}
