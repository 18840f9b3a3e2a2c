/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.fault;

import io.hbasesearch.faults.Subject;
import io.hbasesearch.faults.box.ClusterInABox;
import io.hbasesearch.faults.box.Fleet;
import io.hbasesearch.faults.box.Member;
import io.hbasesearch.servers.LocalServer;
import io.hbasesearch.system.Site;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * What faults act upon: one seed's table, peer and index on the cluster. Thread-safe, as two faults may strike at once.
 *
 * @param peer the id of the seed's replication peer
 * @param wrong takes what must not be and is no fault's doing
 * @param patience how long a fault that has lasted as long as planned goes on until hbase-search has felt it
 */
public record Arena(
        Cluster cluster,
        Processes processes,
        Subject subject,
        Site site,
        String peer,
        Consumer<String> wrong,
        Duration patience) {
    /**
     * The servers, with connections past all relays.
     *
     * @param freezing of RegionServers: who lets them go on must not wake one that another fault keeps frozen
     */
    public record Cluster(
            ClusterInABox box, Connection connection, ElasticsearchHttp elasticsearch, ReentrantLock freezing) {}

    /**
     * The processes of hbase-search.
     *
     * @param group of the indexers
     * @param gateway what it answers
     */
    public record Processes(Fleet fleet, IndexerGroup group, GatewayAnswers gateway) {}

    /** No measurement: the machine may be busy, and the other track's fault may be in the way for a while. */
    static final Duration RECOVERY = Duration.ofMinutes(6);

    private static final int SOME_ROWS = 300;
    private static final Duration LOOK = Duration.ofMillis(500);

    TableName table() {
        return subject.table();
    }

    /** The table's topic of the epoch that it is in now. */
    String topic() {
        return processes.group().topic();
    }

    /** The name behind the index's alias now. */
    String physicalIndex() {
        AtomicReference<String> name = new AtomicReference<>();
        await("the index's name", () -> {
            name.set(cluster.elasticsearch()
                    .call("GET", "/_alias/" + site.index(), "")
                    .fieldNames()
                    .next());
            return true;
        });
        return name.get();
    }

    /** Keys of some rows that the table has, or had a moment ago. */
    List<byte[]> someRows() throws IOException {
        Scan keys = new Scan().setFilter(new FirstKeyOnlyFilter()).setLimit(SOME_ROWS);
        try (Table table = cluster.connection().getTable(table());
                ResultScanner rows = table.getScanner(keys)) {
            return StreamSupport.stream(rows.spliterator(), false)
                    .map(Result::getRow)
                    .toList();
        }
    }

    /** For as long as a fault lasts; it is no wait for a condition. */
    static void hold(Duration duration) throws InterruptedException {
        Thread.sleep(duration.toMillis());
    }

    /** SIGKILL. A server that is dead already ended by itself, and was not struck. */
    void kill(LocalServer server) {
        if (!server.isRunning()) {
            wrong.accept(server.name() + " ended by itself before a fault could kill it: see " + server.logFile());
        }
        server.kill();
        if (server.isRunning()) {
            throw new IllegalStateException(server.name() + " outlived SIGKILL");
        }
    }

    /** Starts a killed server again and waits until it serves. */
    void restart(LocalServer server) throws InterruptedException {
        server.start();
        server.awaitReady(RECOVERY);
    }

    static void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what).atMost(RECOVERY).ignoreExceptions().until(condition);
    }

    /** Holds as long as a fault is meant to last, and on until hbase-search has felt it. @return whether it has */
    boolean holdUntilFelt(Duration duration, Callable<Boolean> felt) throws InterruptedException {
        hold(duration);
        try {
            Awaitility.await()
                    .atMost(patience)
                    .pollInterval(LOOK)
                    .ignoreExceptions()
                    .until(felt);
            return true;
        } catch (ConditionTimeoutException e) {
            return false;
        }
    }

    /** Waits until an indexer that was added has written documents itself: it takes part. */
    static void awaitWrites(Member indexer) {
        await("documents written by " + indexer.name(), () -> applied(indexer) > 0);
    }

    static double applied(Member indexer) throws IOException, InterruptedException {
        return indexer.metric("hbase_search_indexer_documents_total", "result=\"applied\"");
    }

    /** Operations of our indexers that Elasticsearch refused with 429, so far. */
    double throttled() throws IOException, InterruptedException {
        return processes.fleet().indexerMetric("hbase_search_elasticsearch_throttled_operations_total", "");
    }

    /** Bulk requests of our indexers that failed as a whole, so far. */
    double failedRequests() throws IOException, InterruptedException {
        return processes.fleet().indexerMetric("hbase_search_elasticsearch_bulk_failures_total", "");
    }

    /** A count, once it can be had: an indexer that another fault has added may only be starting. */
    static double counted(Callable<Double> count) {
        AtomicReference<Double> counted = new AtomicReference<>();
        await("what the indexers count", () -> {
            counted.set(count.call());
            return true;
        });
        return counted.get();
    }
}
