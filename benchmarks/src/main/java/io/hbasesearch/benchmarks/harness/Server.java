/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

import java.util.List;

/** A server that a benchmark starts in addition to its own process. */
public enum Server {
    HBASE("HBase"),
    KAFKA("Kafka"),
    ELASTICSEARCH("Elasticsearch");

    private final String title;

    Server(String title) {
        this.title = title;
    }

    /** Joins the names of servers for a sentence, such as "HBase, Kafka and Elasticsearch"; empty for no servers. */
    public static String titles(List<Server> servers) {
        List<String> titles = servers.stream().map(server -> server.title).toList();
        int last = titles.size() - 1;
        return last < 1
                ? String.join("", titles)
                : String.join(", ", titles.subList(0, last)) + " and " + titles.get(last);
    }
}
