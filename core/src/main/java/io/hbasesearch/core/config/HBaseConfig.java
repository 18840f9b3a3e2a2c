/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The configuration of the HBase client.
 *
 * @param zookeeper {@code host:port,...}, in the form of {@code hbase.zookeeper.quorum}
 * @param znode the cluster's parent znode
 * @param site a hbase-site.xml to read first; the other settings take precedence
 * @param properties any HBase client property; takes precedence over everything
 * @param timeout for one batch of gets, and for connecting
 */
public record HBaseConfig(
        String zookeeper, String znode, Optional<Path> site, Map<String, String> properties, Duration timeout) {
    public HBaseConfig {
        properties = Map.copyOf(properties);
    }
}
