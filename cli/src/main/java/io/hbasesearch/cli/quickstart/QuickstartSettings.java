/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import io.hbasesearch.cli.quickstart.directory.QuickstartLayout;
import java.nio.file.Path;
import java.util.Objects;

/**
 * The settings of a quickstart. Immutable.
 *
 * @param home the repository, for the servers' files and the index definitions
 */
public record QuickstartSettings(IndexKind index, QuickstartLayout layout, QuickstartPorts ports, Path home) {
    static final int HBASE_HEAP_MEGABYTES = 640;
    static final int KAFKA_HEAP_MEGABYTES = 320;
    static final int ELASTICSEARCH_HEAP_MEGABYTES = 512;
    static final int SERVICE_HEAP_MEGABYTES = 512;

    /** Memory of a JVM besides its heap. */
    private static final int OVERHEAD_MEGABYTES = 150;

    public QuickstartSettings {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(layout, "layout");
        Objects.requireNonNull(ports, "ports");
        Objects.requireNonNull(home, "home");
    }

    /** Returns the maximum memory of all processes together. */
    long memoryMegabytes() {
        int servers = HBASE_HEAP_MEGABYTES + KAFKA_HEAP_MEGABYTES + SERVICE_HEAP_MEGABYTES + 3 * OVERHEAD_MEGABYTES;
        return index == IndexKind.ELASTICSEARCH
                ? servers + ELASTICSEARCH_HEAP_MEGABYTES + 2 * OVERHEAD_MEGABYTES
                : servers;
    }

    long diskMegabytes() {
        return 1024;
    }

    String page() {
        return "http://127.0.0.1:" + ports.page();
    }

    String bootstrapServers() {
        return "127.0.0.1:" + ports.kafka();
    }

    String zooKeeper() {
        return "127.0.0.1:" + ports.zooKeeper();
    }
}
