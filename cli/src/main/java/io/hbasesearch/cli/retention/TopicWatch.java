/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.retention;

import io.hbasesearch.core.config.AlarmsConfig;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.kafka.Remedies;
import io.hbasesearch.indexer.kafka.TopicBacklog;
import io.hbasesearch.indexer.kafka.TopicBacklogs;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Looks at how far each generation of each index is behind in its topic, and how near the topic is to deleting what that has not read. For
 * the watching thread; the gauges may be read by any. Borrows what it is given.
 */
final class TopicWatch {
    private final TopicBacklogs kafka;
    private final AlarmsConfig config;
    private final Alarms alarms;
    private final Metrics metrics;
    private final boolean embedded;
    private final Map<String, Seen> seen = new HashMap<>();

    /** @param embedded whether one process owns each index */
    TopicWatch(TopicBacklogs kafka, AlarmsConfig config, Alarms alarms, Metrics metrics, boolean embedded) {
        this.kafka = Objects.requireNonNull(kafka, "kafka");
        this.config = Objects.requireNonNull(config, "config");
        this.alarms = Objects.requireNonNull(alarms, "alarms");
        this.metrics = Objects.requireNonNull(metrics, "metrics");
        this.embedded = embedded;
    }

    /** What is known of an index: nothing once it is gone. */
    private static final class Seen {
        private volatile @Nullable TopicBacklog backlog;
    }

    /**
     * One index that cannot be looked at keeps no other from it.
     *
     * @throws HBaseSearchException the last, if Kafka does not say of some index
     */
    void look(List<IndexGeneration> generations) {
        seen.forEach((name, known) -> known.backlog =
                generations.stream().anyMatch(generation -> name(generation).equals(name)) ? known.backlog : null);
        alarms.keepOnly(
                Alarms.Kind.KAFKA_HEADROOM,
                generations.stream().map(TopicWatch::name).toList());
        HBaseSearchException failure = null;
        for (IndexGeneration generation : generations) {
            try {
                kafka.of(generation.metadata()).ifPresent(backlog -> update(generation, backlog));
            } catch (HBaseSearchException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Of those that no reader sees there are no gauges as long as all is well: nobody takes one back. */
    private void update(IndexGeneration generation, TopicBacklog backlog) {
        String name = name(generation);
        Optional<String> alarm = alarm(generation, backlog, config.kafkaHeadroom(), embedded);
        boolean live = generation.state() == State.LIVE;
        if (live) {
            seen.computeIfAbsent(name, this::register).backlog = backlog;
        }
        if (live || alarm.isPresent() || alarms.isKnown(Alarms.Kind.KAFKA_HEADROOM, name)) {
            alarms.report(Alarms.Kind.KAFKA_HEADROOM, name, alarm);
        }
    }

    /** The live one goes by the index's name. */
    private static String name(IndexGeneration generation) {
        IndexMetadata metadata = generation.metadata();
        return generation.state() == State.LIVE
                ? metadata.index()
                : metadata.index() + " (generation " + metadata.generation() + ")";
    }

    /** @param least the headroom that is asked for, or half of the retention where that is less */
    static Optional<String> alarm(IndexGeneration generation, TopicBacklog backlog, Duration least, boolean embedded) {
        String name = name(generation);
        IndexMetadata index = generation.metadata();
        if (backlog.isLost()) {
            return Optional.of("Topic " + index.topic() + " has deleted events that index " + name + " had not read. "
                    + remedy(generation, embedded));
        }
        Optional<Duration> scarce = backlog.headroom().filter(headroom -> {
            Duration half = backlog.retention().orElse(headroom).dividedBy(2);
            return backlog.unreadEvents() > 0 && headroom.compareTo(least.compareTo(half) < 0 ? least : half) < 0;
        });
        if (scarce.isPresent()) {
            return Optional.of(
                    "Index " + name + " has " + backlog.unreadEvents() + " unread events, and topic " + index.topic()
                            + " may delete the oldest in " + scarce.get().toMinutes() + " min. " + longer(index));
        }
        return backlog.isScarceOfBytes()
                ? Optional.of("Unread events of index " + name + " fill more than half of what topic " + index.topic()
                        + " keeps (retention.bytes). " + longer(index))
                : Optional.empty();
    }

    private static String remedy(IndexGeneration generation, boolean embedded) {
        String index = generation.metadata().index();
        return switch (generation.state()) {
            case LIVE -> Remedies.buildAnew(index, embedded);
            case BUILDING -> Remedies.giveUpBuilding(index);
            case OLD -> Remedies.giveUpKept(index);
        };
    }

    private static String longer(IndexMetadata index) {
        return "Start or mend its indexers, or let the topic keep more: kafka-configs.sh --bootstrap-server BROKER:PORT"
                + " --alter --entity-type topics --entity-name " + index.topic()
                + " --add-config retention.ms=-1,retention.bytes=-1";
    }

    private Seen register(String index) {
        Seen known = new Seen();
        gauge(
                "hbase_search_topic_unread_events",
                "Events of the topic that no process has put into the index",
                index,
                known,
                TopicBacklog::unreadEvents);
        gauge(
                "hbase_search_topic_headroom_events",
                "Events between the topic's beginning and the first unread one, where they are fewest",
                index,
                known,
                TopicBacklog::headroomEvents);
        gauge(
                "hbase_search_topic_headroom_seconds",
                "Time until the topic may delete the first unread event; +Inf if it keeps everything",
                index,
                known,
                backlog -> backlog.headroom()
                        .map(headroom -> headroom.toMillis() / 1e3)
                        .orElse(Double.POSITIVE_INFINITY));
        gauge(
                "hbase_search_topic_headroom_bytes",
                "What unread events leave of the topic's retention.bytes, about; +Inf without that limit",
                index,
                known,
                backlog -> backlog.headroomBytes().isPresent()
                        ? backlog.headroomBytes().getAsLong()
                        : Double.POSITIVE_INFINITY);
        return known;
    }

    private void gauge(String name, String help, String index, Seen known, ToDoubleFunction<TopicBacklog> figure) {
        metrics.gauge(
                name,
                help,
                known,
                source -> {
                    TopicBacklog backlog = source.backlog;
                    return backlog == null ? Double.NaN : figure.applyAsDouble(backlog);
                },
                "index",
                index);
    }
}
