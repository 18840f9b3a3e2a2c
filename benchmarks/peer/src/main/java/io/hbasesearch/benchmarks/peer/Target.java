/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.peer;

import java.util.HashMap;
import java.util.Map;

/**
 * An Elasticsearch, as Elastic's connector is told of it. Immutable.
 *
 * @param port of its front door, on the loopback interface
 */
record Target(int port) {
    /** Its id and version in a request, about. */
    private static final int IDENTITY_BYTES = 100;

    /**
     * Settings of the connector for documents that are JSON already, with ids and versions beside them.
     *
     * @param bytes of a document, on average
     */
    Map<String, String> settings(int batch, int bytes) {
        Map<String, String> settings = new HashMap<>();
        settings.put("es.nodes", "127.0.0.1");
        settings.put("es.port", Integer.toString(port));
        // Behind the front door the nodes are asked for, and documents go to them.
        settings.put("es.nodes.discovery", "true");
        settings.put("es.index.auto.create", "false");
        settings.put("es.input.json", "true");
        settings.put("es.mapping.version.type", "external");
        settings.put("es.batch.size.entries", Integer.toString(batch));
        // Never the reason why a batch ends, and no larger, as each task begins with a buffer of that size.
        settings.put("es.batch.size.bytes", Math.max(1, 2L * batch * (bytes + IDENTITY_BYTES) >> 20) + "mb");
        // By default every task would end with a refresh.
        settings.put("es.batch.write.refresh", "false");
        return settings;
    }
}
