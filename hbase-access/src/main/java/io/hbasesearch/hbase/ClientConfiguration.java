/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.config.HBaseConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;

/** Converts this project's settings to those of HBase's client. */
final class ClientConfiguration {
    private static final int ZOOKEEPER_RETRIES = 2;
    private static final int PAUSE_MILLIS = 100;

    private ClientConfiguration() {}

    static Configuration of(HBaseConfig config) {
        Configuration client = HBaseConfiguration.create();
        config.site().ifPresent(site -> client.addResource(siteFile(site)));
        int timeout = Math.toIntExact(Math.max(1, config.timeout().toMillis()));
        // Many short attempts within the deadline: a moved region is found again, and a dead server is reported in
        // time.
        client.setInt("hbase.client.operation.timeout", timeout);
        client.setInt("hbase.client.meta.operation.timeout", timeout);
        client.setInt("hbase.rpc.timeout", timeout);
        client.setInt("hbase.client.pause", PAUSE_MILLIS);
        client.setInt("zookeeper.recovery.retry", ZOOKEEPER_RETRIES);
        client.set("hbase.zookeeper.quorum", config.zookeeper());
        client.set("zookeeper.znode.parent", config.znode());
        config.properties().forEach(client::set);
        // A replica of hbase:meta may name a RegionServer that has been replaced.
        client.set("hbase.locator.meta.replicas.mode", "None");
        client.setBoolean("hbase.meta.replicas.use", false);
        return client;
    }

    private static org.apache.hadoop.fs.Path siteFile(Path site) {
        if (!Files.isReadable(site)) {
            throw new HBaseSearchException(
                    ErrorCode.CONFIGURATION_INVALID,
                    "hbase.site names " + site + ", which is not a readable file",
                    "Correct hbase.site in the configuration.",
                    null);
        }
        return new org.apache.hadoop.fs.Path(site.toUri());
    }
}
