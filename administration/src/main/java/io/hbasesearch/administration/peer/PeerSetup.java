/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.peer;

import io.hbasesearch.administration.Reporter;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.hbase.HBasePeers;
import io.hbasesearch.hbase.HBaseTables;
import io.hbasesearch.hbase.Peer;
import io.hbasesearch.hbase.ReplicationSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Configures HBase to announce the edits of tables: checks everything first, then sets families' scope, creates topics, and
 * adds the peer last, so that an endpoint never meets a missing topic. Idempotent. For one thread; borrows its arguments.
 */
public final class PeerSetup {
    /** Longest acceptable time, after a silence, until the reader looks for an edit. */
    private static final long LONGEST_SLEEP_MILLIS = 500;

    private final HBaseTables tables;
    private final HBasePeers peers;
    private final ReplicationSettings settings;
    private final PeerTopics topics;
    private final Reporter reporter;

    public PeerSetup(
            HBaseTables tables, HBasePeers peers, ReplicationSettings settings, PeerTopics topics, Reporter reporter) {
        this.tables = Objects.requireNonNull(tables, "tables");
        this.peers = Objects.requireNonNull(peers, "peers");
        this.settings = Objects.requireNonNull(settings, "settings");
        this.topics = Objects.requireNonNull(topics, "topics");
        this.reporter = Objects.requireNonNull(reporter, "reporter");
    }

    /**
     * Returns the necessary changes; changes nothing.
     *
     * @throws HBaseSearchException with every obstacle
     */
    public PeerPlan plan(PeerRequest request) {
        Optional<Peer> existing = peers.find(request.id());
        PeerMerge.requireOurs(existing);
        Map<TableId, List<String>> unscoped = checkTables(request);
        boolean isScopeMissing = !unscoped.isEmpty() && !request.setScope();
        List<Route> routes = routes(request, PeerMerge.routes(existing));
        List<Route> missing = routes.stream()
                .filter(route -> topics.partitions(route.topic()).isEmpty())
                .toList();
        int brokers = missing.isEmpty() ? Integer.MAX_VALUE : topics.brokers();
        int replicas = Math.min(request.newTopics().replicationFactor(), brokers);
        if (isScopeMissing) {
            throw scopeMissing(unscoped, request.command(true, replicas));
        }
        if (replicas < request.newTopics().replicationFactor()) {
            throw tooFewBrokers(request, brokers);
        }
        return new PeerPlan(
                unscoped,
                routes,
                missing,
                request.newTopics().replicationFactor(),
                existing,
                PeerMerge.merge(existing, request, routes));
    }

    /** Applies the plan in this order, so that an endpoint never meets a missing topic, whatever fails. */
    public void apply(PeerPlan plan) {
        plan.unscoped().forEach(this::setScope);
        plan.missingTopics().forEach(route -> createTopic(route, plan.replicationFactor()));
        Peer merged = plan.merged();
        if (plan.existing().isEmpty()) {
            peers.add(merged);
            reporter.info("Peer " + merged.id() + " added: RegionServers announce the tables' edits from now on.");
        } else if (plan.changesPeer()) {
            peers.update(merged);
            reporter.info("Peer " + merged.id() + " updated.");
        } else {
            reporter.info("Peer " + merged.id() + " is up to date; nothing changed.");
        }
        if (!merged.enabled()) {
            reporter.warn("peer " + merged.id() + " is disabled: nothing is announced, and WALs accumulate until"
                    + " 'hbase-search peer enable' or 'peer remove'.");
        }
    }

    /** @return the families whose scope has to be set, by table */
    private Map<TableId, List<String>> checkTables(PeerRequest request) {
        Map<TableId, List<String>> unscoped = new TreeMap<>();
        List<String> missing = new ArrayList<>();
        for (TableId table : request.tables()) {
            if (!tables.exists(table)) {
                missing.add(table.toString());
                continue;
            }
            SortedMap<String, Boolean> families = tables.replicatedFamilies(table);
            List<String> lacking = families.entrySet().stream()
                    .filter(family -> !family.getValue())
                    .map(Map.Entry::getKey)
                    .toList();
            if (!lacking.isEmpty()) {
                unscoped.put(table, lacking);
            }
        }
        if (!missing.isEmpty()) {
            throw new HBaseSearchException(
                    ErrorCode.TABLE_NOT_FOUND,
                    "HBase has no table " + String.join(", ", missing),
                    "Tables are named namespace:table; the default namespace is 'default'.",
                    null);
        }
        return unscoped;
    }

    private static HBaseSearchException tooFewBrokers(PeerRequest request, int brokers) {
        return new HBaseSearchException(
                ErrorCode.CONFIGURATION_INVALID,
                "a topic has to be created with " + request.newTopics().replicationFactor()
                        + " replicas, but Kafka has " + brokers + (brokers == 1 ? " broker" : " brokers")
                        + "; nothing was changed",
                "Run: " + request.command(request.setScope(), brokers) + " (not for production)",
                null);
    }

    private static HBaseSearchException scopeMissing(Map<TableId, List<String>> unscoped, String command) {
        String alter = unscoped.entrySet().stream()
                .map(table -> "\n    alter '" + table.getKey() + "', "
                        + table.getValue().stream()
                                .map(family -> "{NAME => '" + family + "', REPLICATION_SCOPE => 1}")
                                .collect(Collectors.joining(", ")))
                .collect(Collectors.joining());
        return new HBaseSearchException(
                ErrorCode.CONFIGURATION_INVALID,
                "families without REPLICATION_SCOPE => 1 announce nothing: "
                        + unscoped.entrySet().stream()
                                .map(table -> table.getKey() + " " + table.getValue())
                                .collect(Collectors.joining(", ")),
                "Run: " + command + " (regions reopen one by one), or in the HBase shell:" + alter,
                null);
    }

    private void setScope(TableId table, List<String> families) {
        List<String> changed = tables.replicate(table, families);
        reporter.info("Table " + table + ": REPLICATION_SCOPE set to 1 for " + String.join(", ", changed) + ".");
    }

    /**
     * Returns the routes of the requested tables. An epoch's partition count never changes, so an existing count overrides the
     * default.
     */
    private List<Route> routes(PeerRequest request, Map<TableId, Route> known) {
        List<Route> routes = new ArrayList<>();
        for (TableId table : request.tables()) {
            Route before = known.containsKey(table)
                    ? known.get(table)
                    : new Route(table, topics.newestEpoch(table).orElse(1), 0);
            OptionalInt topic = topics.partitions(before.topic());
            int fixed = known.containsKey(table) ? before.partitions() : topic.orElse(0);
            int partitions =
                    fixed > 0 ? fixed : request.newTopics().partitions().orElse(PeerRequest.DEFAULT_PARTITIONS);
            if (topic.orElse(partitions) != partitions
                    || request.newTopics().partitions().orElse(partitions) != partitions) {
                throw partitionsDiffer(
                        before.topic(), topic, partitions, request.newTopics().partitions());
            }
            routes.add(new Route(table, before.epoch(), partitions));
        }
        return routes;
    }

    private static HBaseSearchException partitionsDiffer(
            String topic, OptionalInt actual, int recorded, OptionalInt asked) {
        return new HBaseSearchException(
                ErrorCode.CONFIGURATION_INVALID,
                "topic " + topic + " has " + actual.orElse(0) + " partitions, " + recorded + " are recorded"
                        + (asked.isPresent() ? " and " + asked.getAsInt() + " were asked for" : "")
                        + "; within an epoch the number must not change, or rows would move to another partition",
                "Omit --partitions to keep the existing number.",
                null);
    }

    private void createTopic(Route route, int replicationFactor) {
        topics.create(route.topic(), route.partitions(), replicationFactor);
        reporter.info("Topic " + route.topic() + " created with " + route.partitions() + " partitions and "
                + replicationFactor + (replicationFactor == 1 ? " replica." : " replicas."));
    }

    /** Warns of problems with the topics' settings. */
    public void reportTopics(PeerRequest request) {
        for (Route route : routes(request, PeerMerge.routes(peers.find(request.id())))) {
            topics.problems(route.topic()).forEach(problem -> reporter.warn("topic " + route.topic() + ": " + problem));
        }
    }

    /** Reports the two RegionServer settings that freshness depends on. */
    public void reportFreshness() {
        for (ReplicationSettings.Finding finding : settings.check()) {
            OptionalLong longest = finding.longestSleepMillis();
            if (longest.isEmpty()) {
                reporter.info(
                        "RegionServer " + finding.server() + ": replication settings unknown (" + finding.problem()
                                + "). Check that " + ReplicationSettings.SLEEP + " x " + ReplicationSettings.MULTIPLIER
                                + " is at most " + LONGEST_SLEEP_MILLIS + " ms; the default is five minutes.");
            } else if (longest.getAsLong() > LONGEST_SLEEP_MILLIS) {
                reporter.warn("RegionServer " + finding.server() + ": after a silence an edit waits up to "
                        + longest.getAsLong() + " ms before it is announced. Set " + ReplicationSettings.SLEEP
                        + "=50 and " + ReplicationSettings.MULTIPLIER + "=4 in its hbase-site.xml and restart it.");
            } else {
                reporter.info("RegionServer " + finding.server() + ": an edit waits at most " + longest.getAsLong()
                        + " ms for the replication reader.");
            }
        }
    }
}
