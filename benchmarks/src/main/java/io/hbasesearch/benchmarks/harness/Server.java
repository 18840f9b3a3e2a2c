/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import java.util.List;

/** What a measurement starts beside its own process. */
public enum Server {
    HBASE("HBase"),
    KAFKA("Kafka"),
    ELASTICSEARCH("Elasticsearch");

    private final String title;

    Server(String title) {
        this.title = title;
    }

    /** As one lists them in a sentence; empty if there are none. */
    public static String titles(List<Server> servers) {
        List<String> titles = servers.stream().map(server -> server.title).toList();
        int last = titles.size() - 1;
        return last < 1
                ? String.join("", titles)
                : String.join(", ", titles.subList(0, last)) + " and " + titles.get(last);
    }
}
