/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.event.TopicName;
import io.hbasesearch.faults.Subject;
import io.hbasesearch.faults.box.Audience;
import io.hbasesearch.faults.box.ClusterInABox;
import io.hbasesearch.faults.box.Fleet;
import io.hbasesearch.faults.fault.Arena;
import io.hbasesearch.faults.fault.ElasticsearchHttp;
import io.hbasesearch.faults.suite.SeedResult.Found;
import io.hbasesearch.system.EventLog;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.Site;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One seed: a table, a peer, an index and processes of its own; writes while the schedule's faults strike; then silence, and
 * the oracle. Nothing is restarted by hand: what a fault stopped it started again itself. One use, one thread.
 */
final class SeedRun {
    private static final Logger log = LoggerFactory.getLogger(SeedRun.class);
    private static final int INDEXERS = 3;
    /** No measurement: the machine may be busy with other things. */
    private static final Duration START = Duration.ofMinutes(15);

    private static final Duration CONVERGENCE = Duration.ofMinutes(10);
    /** After long outages there is more to do. */
    private static final Duration LONG_CONVERGENCE = Duration.ofMinutes(20);

    private final ClusterInABox box;
    private final Connection connection;
    private final Path directory;
    private final Schedule schedule;
    private final Subject.Factory subjects;
    private final String name;
    private final List<String> wrong = new ArrayList<>();

    SeedRun(ClusterInABox box, Connection connection, Path directory, Schedule schedule, Subject.Factory subjects) {
        this.box = box;
        this.connection = connection;
        this.directory = directory;
        this.schedule = schedule;
        this.subjects = subjects;
        this.name = "s" + Long.toUnsignedString(schedule.seed(), 36);
    }

    SeedResult run() throws Exception {
        log.info("{}: {} and at the same time {}", name, schedule.upstream(), schedule.downstream());
        long begin = System.nanoTime();
        try (Subject subject = subjects.create(connection, name, schedule.seed())) {
            Site site = Site.withDefinition(box.addresses(), directory, name, subject.definition());
            site.run(site.configFor("sinks", box.addresses(Audience.SINKS)), 0, peerAdd());
            site.run(0, "index", "create", name);
            try (Fleet fleet = new Fleet(box, site, directory)) {
                return strikeAndCompare(subject, site, fleet, begin);
            } finally {
                subject.stop();
                tearDown(site);
            }
        }
    }

    private String[] peerAdd() {
        String copies = Integer.toString(ClusterInABox.BROKERS);
        return new String[] {"peer", "add", "--peer-id", name, "--table", name, "--replication-factor", copies};
    }

    private SeedResult strikeAndCompare(Subject subject, Site site, Fleet fleet, long begin) throws Exception {
        for (int i = 0; i < INDEXERS; i++) {
            fleet.addIndexer();
        }
        fleet.startGateway();
        Oracle.await(
                "our processes",
                START,
                () -> fleet.gateway().address().isPresent()
                        && fleet.indexers().stream()
                                .allMatch(indexer -> indexer.address().isPresent()));
        subject.start();
        Oracle.await("the first writes", START, () -> subject.operations() > 200);
        GatewayWatch gateway = new GatewayWatch(fleet.gateway().address().orElseThrow(), name);
        try (gateway) {
            gateway.start(START);
            Tracks tracks = new Tracks(arena(subject, site, fleet), schedule);
            List<SeedResult.Strike> strikes = tracks.run();
            wrong.addAll(tracks.failures());
            subject.stop();
            long stopped = System.nanoTime();
            Map<RowKey, Map<String, Object>> expected = subject.expected();
            Found found = awaitConverged(site, expected);
            Duration convergence = Duration.ofNanos(System.nanoTime() - stopped);
            new Backlog(site, name, wrong).awaitDrained();
            gateway.lies().forEach(lie -> wrong.add("gateway: " + lie));
            wrong.addAll(fleet.died());
            wrong.addAll(Aborts.found(box));
            EventLog events = site.events("default", name);
            return new SeedResult(
                    schedule.seed(),
                    schedule.isLong(),
                    strikes,
                    subject.operations(),
                    subject.refused(),
                    expected.size(),
                    events.events().size(),
                    events.redelivered(),
                    found,
                    convergence,
                    Duration.ofNanos(System.nanoTime() - begin),
                    gateway.summary(),
                    wrong);
        }
    }

    private Arena arena(Subject subject, Site site, Fleet fleet) throws IOException, InterruptedException {
        ElasticsearchHttp http = new ElasticsearchHttp(box.addresses().elasticsearch());
        String physical = http.call("GET", "/_alias/" + name, "").fieldNames().next();
        return new Arena(box, fleet, connection, subject, site, name, physical, http);
    }

    private Found awaitConverged(Site site, Map<RowKey, Map<String, Object>> expected) throws Exception {
        assertThat(expected).as("rows").isNotEmpty();
        try {
            Duration limit = schedule.isLong() ? LONG_CONVERGENCE : CONVERGENCE;
            site.oracle().awaitConverged(expected, limit, () -> site.events("default", name));
            return Found.NOTHING;
        } catch (AssertionError e) {
            wrong.add(e.getMessage());
            List<String> differences = site.oracle().differences(expected);
            Evidence.write(
                    directory.resolve("evidence.txt"),
                    box.addresses().bootstrapServers(),
                    TopicName.of("default", name, 1).toString(),
                    e.getMessage());
            return Found.among(differences);
        }
    }

    /** So that the next seed's cluster is as this one's was. */
    private void tearDown(Site site) {
        try (Admin admin = connection.getAdmin()) {
            site.run(0, "peer", "remove", "--peer-id", name, "--yes");
            // Not before Kafka has noticed that the indexers are dead.
            Oracle.await("the index deleted", START, () -> deletes(site));
            TableName table = TableName.valueOf(name);
            admin.disableTable(table);
            admin.deleteTable(table);
        } catch (IOException | RuntimeException | AssertionError e) {
            log.warn("{} could not be removed", name, e);
        }
    }

    private boolean deletes(Site site) {
        try {
            site.run(0, "index", "delete", name, "--yes");
            return true;
        } catch (AssertionError e) {
            return false;
        }
    }
}
