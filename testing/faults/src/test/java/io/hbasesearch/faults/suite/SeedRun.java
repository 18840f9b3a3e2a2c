/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import io.hbasesearch.faults.Expected;
import io.hbasesearch.faults.Subject;
import io.hbasesearch.faults.box.Audience;
import io.hbasesearch.faults.box.ClusterInABox;
import io.hbasesearch.faults.box.Fleet;
import io.hbasesearch.faults.box.Links;
import io.hbasesearch.faults.fault.Arena;
import io.hbasesearch.faults.fault.ElasticsearchHttp;
import io.hbasesearch.faults.fault.IndexerGroup;
import io.hbasesearch.faults.fault.RowFault.HugeRow;
import io.hbasesearch.faults.fault.TopicFault.StrayRecords;
import io.hbasesearch.servers.TcpRelay;
import io.hbasesearch.system.DeadLetterLog;
import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.Site;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
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

    private static final Duration WELL = Duration.ofMinutes(2);

    private final ClusterInABox box;
    private final Connection connection;
    private final Path directory;
    private final Plan plan;
    private final Subject.Factory subjects;
    private final String name;
    private final List<String> wrong = Collections.synchronizedList(new ArrayList<>());

    SeedRun(ClusterInABox box, Connection connection, Path directory, Plan plan, Subject.Factory subjects) {
        this.box = box;
        this.connection = connection;
        this.directory = directory;
        this.plan = plan;
        this.subjects = subjects;
        this.name = "s" + Long.toUnsignedString(plan.schedule().seed(), 36);
    }

    /**
     * What is to be done.
     *
     * @param share of their full length that the schedule's outages last
     * @param convergence how long it may take until nothing differs any more
     * @param classes of a mutant, for the indexers
     */
    record Plan(Schedule schedule, double share, Duration convergence, Optional<Path> classes) {
        private static final Duration SHORT = Duration.ofMinutes(10);
        /** After long outages there is more to do. */
        private static final Duration LONG = Duration.ofMinutes(20);

        /** As the seed alone says. */
        static Plan of(long seed, Outages outages) {
            Schedule schedule = Schedule.of(seed, outages);
            return new Plan(schedule, outages.shareOf(schedule), schedule.isLong() ? LONG : SHORT, Optional.empty());
        }

        /** A long outage on the other track may leave hbase-search nothing to do for longer than anybody waits. */
        Duration patience() {
            return schedule.isLong() ? Duration.ofMinutes(1) : Duration.ofMinutes(4);
        }
    }

    SeedResult run() throws Exception {
        Schedule schedule = plan.schedule();
        log.info("{}: {} and at the same time {}", name, schedule.upstream(), schedule.downstream());
        long begin = System.nanoTime();
        try (Subject subject = subjects.create(connection, name, schedule.seed())) {
            Site site = Site.withDefinition(box.addresses(), directory, name, definition(subject));
            SeedResult result;
            try {
                site.run(site.configFor("sinks", box.addresses(Audience.SINKS)), 0, peerAdd());
                site.run(0, "index", "create", name);
                result = strikeAndCompare(subject, site, begin);
            } finally {
                tearDown(subject, site);
            }
            return result.with(List.copyOf(wrong));
        }
    }

    /** Only where it is needed: an index of whole families reads rows in another way than one of columns. */
    private Site.Definition definition(Subject subject) {
        return plan.schedule().downstream().stream().anyMatch(HugeRow.class::isInstance)
                ? subject.definitionOfHugeRows()
                : subject.definition();
    }

    private String[] peerAdd() {
        String copies = Integer.toString(ClusterInABox.BROKERS);
        return new String[] {"peer", "add", "--peer-id", name, "--table", name, "--replication-factor", copies};
    }

    private SeedResult strikeAndCompare(Subject subject, Site site, long begin) throws Exception {
        try (Fleet fleet = new Fleet(box, site, directory, plan.classes());
                IndexerGroup group =
                        new IndexerGroup(box.addresses().bootstrapServers(), name, TableName.valueOf(name))) {
            start(fleet, subject);
            GatewayWatch gateway = new GatewayWatch(fleet.gateway().address().orElseThrow(), name);
            List<SeedResult.Strike> strikes = strike(subject, site, fleet, group, gateway);
            Compared compared = withoutTouches(() -> stopAndCompare(subject, site, group));
            wrong.addAll(gateway.awaitTruth(compared.expected(), WELL));
            endWell(fleet);
            return result(strikes, subject, compared, gateway, Duration.ofNanos(System.nanoTime() - begin));
        }
    }

    /** What the index had to be, and what it was. */
    private record Compared(Expected expected, Silence.Outcome outcome) {}

    private Compared stopAndCompare(Subject subject, Site site, IndexerGroup group) throws Exception {
        subject.stop();
        Expected expected = subject.expected();
        String servers = box.addresses().bootstrapServers();
        Silence silence = new Silence(site, name, servers, group, wrong, directory.resolve("evidence.txt"));
        Compared compared = new Compared(expected, silence.await(expected, plan.convergence()));
        requireNoStrays(servers);
        return compared;
    }

    /** What an endpoint places wrongly would be healed by an indexer, and the oracle would not see it. */
    private void requireNoStrays(String bootstrapServers) throws Exception {
        int unreadable = DeadLetterLog.read(bootstrapServers, name).unreadable();
        if (unreadable > 0 && plan.schedule().upstream().stream().noneMatch(StrayRecords.class::isInstance)) {
            wrong.add(unreadable + " records of the topic were no event of their place, and no stranger wrote any");
        }
    }

    private SeedResult result(
            List<SeedResult.Strike> strikes, Subject subject, Compared compared, GatewayWatch gateway, Duration total) {
        Silence.Outcome outcome = compared.outcome();
        return new SeedResult(
                SeedResult.Plan.of(plan.schedule(), plan.share()),
                strikes,
                new SeedResult.Writes(subject.operations(), subject.refused()),
                new SeedResult.Events(
                        outcome.events().events().size(),
                        outcome.events().redelivered(),
                        outcome.events().touches()),
                new SeedResult.Comparison(compared.expected().documents().size(), outcome.found()),
                new SeedResult.Times(outcome.convergence(), total),
                gateway.summary(),
                wrong);
    }

    private void start(Fleet fleet, Subject subject) throws IOException {
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
    }

    /** When this returns, nobody asks the gateway any more. */
    private List<SeedResult.Strike> strike(
            Subject subject, Site site, Fleet fleet, IndexerGroup group, GatewayWatch gateway) throws Exception {
        try (gateway) {
            gateway.start(START);
            Tracks tracks = new Tracks(arena(subject, site, fleet, group, gateway), plan.schedule());
            List<SeedResult.Strike> strikes = tracks.run();
            wrong.addAll(tracks.failures());
            gateway.lies().forEach(lie -> wrong.add("gateway: " + lie));
            return strikes;
        }
    }

    private Arena arena(Subject subject, Site site, Fleet fleet, IndexerGroup group, GatewayWatch gateway) {
        return new Arena(
                new Arena.Cluster(
                        box, connection, new ElasticsearchHttp(box.addresses().elasticsearch()), new ReentrantLock()),
                new Arena.Processes(fleet, group, gateway),
                subject,
                site,
                name,
                wrong::add,
                plan.patience());
    }

    /** Something that takes a while. */
    private interface Step<T> {
        T run() throws Exception;
    }

    /** The gateway asks for stale rows to be read again: until the oracle has spoken, nothing it asks for arrives. */
    private <T> T withoutTouches(Step<T> step) throws Exception {
        List<TcpRelay> relays = box.links(Audience.GATEWAYS).kafka();
        Links.sever(relays);
        try {
            return step.run();
        } finally {
            Links.mend(relays);
        }
    }

    /** Who is well says so, and who is asked to stop then does. */
    private void endWell(Fleet fleet) throws InterruptedException {
        wrong.addAll(fleet.awaitWell(WELL));
        wrong.addAll(Aborts.found(box));
        fleet.stopAll();
        wrong.addAll(fleet.wrong());
    }

    /** So that the next seed's cluster is as this one's was. Each step is tried, whatever became of the one before. */
    private void tearDown(Subject subject, Site site) {
        step("the writes were not stopped", subject::stop);
        step("the peer was not removed", () -> site.run(0, "peer", "remove", "--peer-id", name, "--yes"));
        // Not before Kafka has noticed that an indexer that was killed is dead.
        step("the index was not deleted", () -> Oracle.await("the index deleted", START, () -> deletes(site)));
        step("the table was not deleted", () -> {
            try (Admin admin = connection.getAdmin()) {
                TableName table = TableName.valueOf(name);
                admin.disableTable(table);
                admin.deleteTable(table);
            }
        });
    }

    /** One step of taking things down. */
    private interface Action {
        void run() throws Exception;
    }

    @SuppressWarnings("CatchingUnchecked") // whatever it is, it must be told, and the next step be tried
    private void step(String otherwise, Action action) {
        try {
            action.run();
        } catch (Exception | AssertionError e) {
            log.warn("{}: {}", name, otherwise, e);
            wrong.add(otherwise + ": " + e);
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
