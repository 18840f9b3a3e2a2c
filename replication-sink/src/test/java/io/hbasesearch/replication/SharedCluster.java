/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import io.hbasesearch.servers.HBaseVersion;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One HBase, 2.6 unless the build says otherwise, with one Kafka for all tests of the run that do no harm to it; each test has its own tables and peer. */
final class SharedCluster implements BeforeAllCallback {
    private static volatile SinkCluster cluster;

    static SinkCluster get() {
        return cluster;
    }

    /** The store closes the cluster at the end of the run. */
    @Override
    public void beforeAll(ExtensionContext context) {
        context.getRoot()
                .getStore(ExtensionContext.Namespace.create(SharedCluster.class))
                .getOrComputeIfAbsent(SharedCluster.class, key -> start());
    }

    private static SinkCluster start() {
        try {
            cluster = SinkCluster.start("shared", HBaseVersion.given(), ShippedJar.file());
            return cluster;
        } catch (Exception e) {
            throw new IllegalStateException("the servers of the integration tests did not start", e);
        }
    }
}
