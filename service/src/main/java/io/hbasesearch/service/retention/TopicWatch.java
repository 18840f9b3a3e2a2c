/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.service.retention;

import io.hbasesearch.core.config.AlarmsConfig;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.error.Remedies;
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
 * Measures the lag of each generation of each index in its topic, and how soon the topic may delete unread events. For the
 * watching thread; any thread may read the gauges. Borrows its arguments.
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

    /** The known state of an index: empty once it no longer exists. */
    private static final class Seen {
        private volatile @Nullable TopicBacklog backlog;
    }

    /**
     * Measures once. An index that cannot be measured does not affect the others.
     *
     * @throws HBaseSearchException the last one, if Kafka does not answer for some index
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

    /**
     * Updates one generation. Generations without readers have no gauges while nothing is wrong, because gauges are never
     * removed.
     */
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

    /** Returns the name for alarms and gauges: the index's name for the live generation. */
    private static String name(IndexGeneration generation) {
        IndexMetadata metadata = generation.metadata();
        return generation.state() == State.LIVE
                ? metadata.index()
                : metadata.index() + " (generation " + metadata.generation() + ")";
    }

    /** @param least the configured headroom; half of the retention applies if that is less */
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
                        + " retains (retention.bytes). " + longer(index))
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
        return "Start or repair its indexers, or raise the topic's retention: kafka-configs.sh --bootstrap-server BROKER:PORT"
                + " --alter --entity-type topics --entity-name " + index.topic()
                + " --add-config retention.ms=-1,retention.bytes=-1";
    }

    private Seen register(String index) {
        Seen known = new Seen();
        gauge(
                "hbase_search_topic_unread_events",
                "Events of the topic that no process has indexed yet",
                index,
                known,
                TopicBacklog::unreadEvents);
        gauge(
                "hbase_search_topic_headroom_events",
                "Events between the start of a partition and its first unread event, in the partition with the fewest",
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
                "Approximate bytes of the topic's retention.bytes that unread events leave free; +Inf without that"
                        + " limit",
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
