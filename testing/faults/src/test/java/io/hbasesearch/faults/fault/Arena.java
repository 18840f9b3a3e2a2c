/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.fault;

import io.hbasesearch.faults.Subject;
import io.hbasesearch.faults.box.ClusterInABox;
import io.hbasesearch.faults.box.Fleet;
import io.hbasesearch.servers.LocalServer;
import io.hbasesearch.system.Site;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.awaitility.Awaitility;

/**
 * What faults act upon: one seed's table, peer and index on the cluster. Thread-safe, as two faults may strike at once.
 *
 * @param connection to HBase, past all relays
 * @param peer the id of the seed's replication peer
 * @param physicalIndex the name behind the index's alias
 */
public record Arena(
        ClusterInABox box,
        Fleet fleet,
        Connection connection,
        Subject subject,
        Site site,
        String peer,
        String physicalIndex,
        ElasticsearchHttp elasticsearch) {
    /** No measurement: the machine may be busy, and the other track's fault may be in the way for a while. */
    static final Duration RECOVERY = Duration.ofMinutes(6);

    TableName table() {
        return subject.table();
    }

    String topic() {
        return "hbase-search." + table().getNamespaceAsString() + "." + table().getQualifierAsString();
    }

    /** For as long as a fault lasts; it is no wait for a condition. */
    static void hold(Duration duration) throws InterruptedException {
        Thread.sleep(duration.toMillis());
    }

    /** Starts a killed server again and waits until it serves. */
    void restart(LocalServer server) throws InterruptedException {
        server.start();
        server.awaitReady(RECOVERY);
    }

    static void await(String what, BooleanSupplier condition) {
        Awaitility.await(what).atMost(RECOVERY).ignoreExceptions().until(condition::getAsBoolean);
    }
}
