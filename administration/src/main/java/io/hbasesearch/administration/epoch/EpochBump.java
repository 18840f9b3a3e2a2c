/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.epoch;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.administration.Reporter;
import io.hbasesearch.administration.peer.Completeness;
import io.hbasesearch.administration.peer.PeerAdmin;
import io.hbasesearch.administration.peer.PeerRequest;
import io.hbasesearch.administration.peer.Route;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.event.TopicName;
import io.hbasesearch.indexer.kafka.Topics;
import io.hbasesearch.indexer.lifecycle.IndexEpochs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Moves a table and all of its indexes to the next epoch. The order: check for events that an index cannot read; create the new
 * topic; redirect every endpoint; wait until the indexes have read their backlog; close the former topics, so that sends in
 * progress are rejected there and sent to the new one; then move each index. If interrupted at any point, the next run
 * continues there: an index that has to be recreated exists until the new one does. For one thread; borrows its arguments.
 */
public final class EpochBump {
    private final Configuration configuration;
    private final IndexEpochs indexes;
    private final PeerAdmin peers;
    private final Reporter reporter;
    private final Set<String> recreated;

    /**
     * An index in its new epoch.
     *
     * @param recreated whether it is empty now
     */
    public record Moved(IndexMetadata index, boolean recreated) {}

    /** @param recreated names of indexes that are recreated empty, without waiting until they have read their topic */
    public EpochBump(
            Configuration configuration,
            IndexEpochs indexes,
            PeerAdmin peers,
            Reporter reporter,
            Set<String> recreated) {
        this.recreated = Set.copyOf(recreated);
        this.configuration = Objects.requireNonNull(configuration, "configuration");
        this.indexes = Objects.requireNonNull(indexes, "indexes");
        this.peers = Objects.requireNonNull(peers, "peers");
        this.reporter = Objects.requireNonNull(reporter, "reporter");
    }

    /**
     * Returns the necessary steps; changes nothing.
     *
     * @throws HBaseSearchException with the first obstacle: no peer announces the table, an index that has to be recreated has
     *     no definition here or an unusable one, or is being written to; an index is being reindexed
     */
    public EpochPlan plan(IndexMetadata index) {
        TableId table = index.table();
        Map<String, Route> routes = peers.routes(table);
        List<IndexMetadata> all = indexes.of(table);
        Route next = next(table, routes, all);
        Optional<Topics.Topic> topic = indexes.topics().find(next.topic());
        topic.ifPresent(found -> requirePartitions(found, next));
        List<IndexEpochs.Plan> plans = plans(all, next);
        requireTakeable(plans);
        List<IndexMetadata> leftovers = all.stream()
                .filter(each -> each.epoch() == next.epoch())
                .flatMap(each -> indexes.leftovers(each).stream())
                .toList();
        return new EpochPlan(next, topic, routes, plans, leftovers);
    }

    private void requireTakeable(List<IndexEpochs.Plan> plans) {
        plans.forEach(plan -> indexes.requireTakeable(plan, definition(plan)));
    }

    private List<IndexEpochs.Plan> plans(List<IndexMetadata> all, Route next) {
        return all.stream()
                .filter(each -> each.epoch() < next.epoch())
                .map(each -> recreated.contains(each.index()) ? indexes.planRecreated(each) : indexes.plan(each))
                .toList();
    }

    /** Returns the epoch of an unfinished bump, else a new one. */
    private Route next(TableId table, Map<String, Route> routes, List<IndexMetadata> all) {
        int current = routes.values().stream().mapToInt(Route::epoch).max().orElseThrow();
        int partitions = routes.values().stream()
                .filter(route -> route.epoch() == current)
                .mapToInt(Route::partitions)
                .findFirst()
                .orElseThrow();
        boolean unfinished = routes.values().stream().anyMatch(route -> route.epoch() < current)
                || all.stream().anyMatch(index -> index.epoch() < current)
                || all.stream().anyMatch(index -> !indexes.leftovers(index).isEmpty());
        int newest = indexes.topics().newest(table).map(Topics.Topic::epoch).orElse(0);
        int epoch = unfinished ? current : Math.max(newest, current + 1);
        if (epoch > TopicName.MAX_EPOCH) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_INCOMPATIBLE,
                    "table " + table + " has used all " + TopicName.MAX_EPOCH + " epochs",
                    "Delete its indexes and topics, and start again with hbase-search peer add.",
                    null);
        }
        return new Route(table, epoch, partitions);
    }

    private static void requirePartitions(Topics.Topic topic, Route next) {
        if (topic.partitions() != next.partitions()) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_INCOMPATIBLE,
                    "topic " + topic.name() + " has " + topic.partitions() + " partitions, not " + next.partitions()
                            + " as in the table's peer",
                    "No index reads it yet: delete it with Kafka's tools, and run this again.",
                    null);
        }
    }

    private IndexDefinition definition(IndexEpochs.Plan plan) {
        return configuration.definition(plan.index().index());
    }

    /**
     * Applies the plan.
     *
     * @param replicationFactor of a topic that has to be created; empty for that of the former one
     * @param patience time limit for each index: to check for events that it cannot read, to read its former topic to the end
     *     before that is closed, and once more after
     * @return the indexes that are in the next epoch now
     * @throws HBaseSearchException INDEX_LOCKED if an index has been reindexed or rebuilt since the plan was made
     */
    public List<Moved> apply(EpochPlan plan, OptionalInt replicationFactor, Duration patience) {
        Route next = plan.next();
        // Checked before anything is changed.
        current(plan).forEach(each -> indexes.requireReadable(each, patience));
        indexes.requireClosable(next.table(), next.epoch());
        Topics.Topic topic = plan.topic().orElseGet(() -> create(next, replicationFactor));
        // No rebuild starts once the new topic exists. One that started earlier is found before anything else is
        // changed.
        requireTakeable(current(plan));
        if (plan.redirects()) {
            peers.redirect(next);
            reporter.info("Every RegionServer announces table " + next.table() + " in topic " + next.topic() + " now.");
        }
        current(plan).forEach(each -> indexes.awaitRead(each, patience));
        List<String> closed = indexes.closeBefore(next.table(), next.epoch());
        reporter.info(
                "Closed to writes: " + (closed.isEmpty() ? "no topics remained" : String.join(", ", closed)) + ".");
        List<Moved> moved = new ArrayList<>();
        List<IndexEpochs.Plan> now = current(plan);
        requireTakeable(now);
        for (IndexEpochs.Plan each : now) {
            moved.add(new Moved(take(each, topic, patience), each.loss().isPresent()));
        }
        indexes.of(next.table()).stream()
                .filter(index -> index.epoch() == next.epoch())
                .forEach(indexes::removeLeftovers);
        return moved;
    }

    /**
     * Plans again, now that the new topic exists and the former ones are closed: an index created meanwhile is included.
     * Rejects an index that has lost something meanwhile, because the user has not confirmed its recreation.
     */
    private List<IndexEpochs.Plan> current(EpochPlan plan) {
        List<IndexEpochs.Plan> now = plans(indexes.of(plan.next().table()), plan.next());
        now.stream()
                .filter(each ->
                        each.loss().isPresent() && !plan.makesAnew(each.index().index()))
                .findFirst()
                .ifPresent(each -> {
                    throw new HBaseSearchException(
                            ErrorCode.INDEX_INCOMPATIBLE,
                            "index " + each.index().index() + " has lost something since the plan was made: "
                                    + each.loss().orElseThrow(),
                            "Run this again: the new plan recreates it.",
                            null);
                });
        return now;
    }

    private Topics.Topic create(Route next, OptionalInt replicationFactor) {
        int copies = replicationFactor.orElseGet(() -> indexes.topics()
                .newest(next.table())
                .or(() -> lettersOf(next.table()))
                .map(Topics.Topic::replication)
                .orElse(PeerRequest.DEFAULT_REPLICATION_FACTOR));
        Topics.Topic topic = indexes.topics().create(TopicName.parse(next.topic()), next.partitions(), (short) copies);
        reporter.info("Topic " + topic.name() + " created with " + topic.partitions() + " partitions and " + copies
                + (copies == 1 ? " replica." : " replicas."));
        return topic;
    }

    /** Finds a dead-letter topic, whose replication equals that of the table's topic, which may no longer exist. */
    private Optional<Topics.Topic> lettersOf(TableId table) {
        return indexes.of(table).stream()
                .flatMap(index -> indexes.topics().find(TopicName.deadLetters(index.index())).stream())
                .findFirst();
    }

    private IndexMetadata take(IndexEpochs.Plan plan, Topics.Topic topic, Duration patience) {
        IndexDefinition definition = definition(plan);
        boolean complete = plan.loss().isPresent() && Completeness.of(configuration.service(), peers, definition);
        IndexMetadata taken = indexes.take(plan, definition, topic, complete, patience);
        reporter.info(
                "Index " + taken.index() + (plan.loss().isPresent() ? " was recreated." : " keeps its documents."));
        return taken;
    }
}
