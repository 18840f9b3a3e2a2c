/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import io.hbasesearch.servers.Ports;
import java.util.LinkedHashMap;
import java.util.Map;

/** The loopback ports of a quickstart. */
public record QuickstartPorts(int page, int zooKeeper, int kafka, int kafkaController, int elasticsearch) {
    /** The page's port unless the user chooses another; the other ports follow it. */
    public static final int DEFAULT_PAGE = 8930;

    public static QuickstartPorts from(int page) {
        return new QuickstartPorts(page, page + 1, page + 2, page + 3, page + 4);
    }

    /** Returns five ports that are free now. */
    public static QuickstartPorts free() {
        return new QuickstartPorts(Ports.free(), Ports.free(), Ports.free(), Ports.free(), Ports.free());
    }

    /** Returns the ports by the name of the server that listens there. */
    public Map<String, Integer> of(IndexKind index) {
        Map<String, Integer> ports = new LinkedHashMap<>();
        ports.put("search page and API", page);
        ports.put("HBase's ZooKeeper", zooKeeper);
        ports.put("Kafka", kafka);
        ports.put("Kafka's controller", kafkaController);
        if (index == IndexKind.ELASTICSEARCH) {
            ports.put("Elasticsearch", elasticsearch);
        }
        return ports;
    }
}
