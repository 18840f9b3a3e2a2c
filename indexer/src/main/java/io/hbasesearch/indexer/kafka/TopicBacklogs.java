/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.Position;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;

/**
 * Queries Kafka for {@link TopicBacklog}s. Each call takes some round trips and throws {@link
 * io.hbasesearch.core.error.HBaseSearchException} when it fails. Safe for use by several threads. Owns its client.
 */
public final class TopicBacklogs implements AutoCloseable {
    private final AdminCalls calls;
    private final GroupOffsets groups;
    private final UnreadEvents unread;
    private final Clock clock;

    public TopicBacklogs(KafkaConfig config, Clock clock) {
        this.calls = new AdminCalls(config, "hbase-search-backlog");
        this.groups = new GroupOffsets(calls);
        this.unread = new UnreadEvents(new KafkaClients(config));
        this.clock = Objects.requireNonNull(clock, "clock");
    }

    /** The offsets of one partition: its beginning and end, and the first event that the index has not read. */
    private record Span(long begin, long next, long end) {
        long unread() {
            return Math.max(0, end - Math.max(begin, next));
        }
    }

    /** Returns the backlog of an index's group; empty while the group has no offsets. */
    public Optional<TopicBacklog> of(IndexMetadata index) {
        Map<Integer, OffsetAndMetadata> committed = groups.read(index.consumerGroup(), index.topic());
        if (committed.isEmpty()) {
            return Optional.empty();
        }
        Map<Integer, Position> begins = groups.beginnings(index.topic(), index.partitions());
        Map<Integer, Position> ends = groups.ends(index.topic(), index.partitions());
        Map<Integer, Span> spans = new TreeMap<>();
        committed.forEach((partition, offset) -> spans.put(
                partition,
                new Span(
                        begins.get(partition).nextOffset(),
                        offset.offset(),
                        ends.get(partition).nextOffset())));
        Config topic = topicConfig(index.topic());
        Optional<Duration> retention = limit(topic, TopicConfig.RETENTION_MS_CONFIG).stream()
                .mapToObj(Duration::ofMillis)
                .findFirst();
        OptionalLong retentionBytes = limit(topic, TopicConfig.RETENTION_BYTES_CONFIG);
        return Optional.of(new TopicBacklog(
                spans.values().stream().mapToLong(Span::unread).sum(),
                spans.values().stream()
                        .mapToLong(span -> span.next() - span.begin())
                        .min()
                        .orElse(0),
                retention,
                retention.map(time -> headroom(index.topic(), spans, time)),
                retentionBytes,
                retentionBytes.isPresent()
                        ? OptionalLong.of(headroomBytes(index.topic(), spans, retentionBytes.getAsLong()))
                        : OptionalLong.empty()));
    }

    private Duration headroom(String topic, Map<Integer, Span> spans, Duration retention) {
        Map<Integer, Long> next = new TreeMap<>();
        spans.forEach((partition, span) -> {
            if (span.unread() > 0) {
                next.put(partition, Math.max(span.begin(), span.next()));
            }
        });
        OptionalLong oldest = next.isEmpty() ? OptionalLong.empty() : unread.oldestMillis(topic, next);
        if (oldest.isEmpty()) {
            return retention;
        }
        Duration left = retention.minusMillis(Math.max(0, clock.millis() - oldest.getAsLong()));
        return left.isNegative() ? Duration.ZERO : left;
    }

    private long headroomBytes(String topic, Map<Integer, Span> spans, long limit) {
        Map<Integer, Long> sizes = sizes(calls, topic);
        return spans.entrySet().stream()
                .mapToLong(entry -> {
                    Span span = entry.getValue();
                    double share = span.unread() / (double) Math.max(1, span.end() - span.begin());
                    return limit - (long) (share * sizes.getOrDefault(entry.getKey(), 0L));
                })
                .min()
                .orElse(limit);
    }

    private Config topicConfig(String topic) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        return calls.await(
                calls.admin().describeConfigs(List.of(resource)).values().get(resource),
                "reading the settings of topic " + topic);
    }

    /** Returns empty for no limit, which Kafka writes as -1. */
    private static OptionalLong limit(Config config, String key) {
        if (config.get(key) == null || config.get(key).value() == null) {
            return OptionalLong.empty();
        }
        long value = Long.parseLong(config.get(key).value());
        return value < 0 ? OptionalLong.empty() : OptionalLong.of(value);
    }

    @Override
    public void close() {
        calls.close();
    }

    /** Returns how many bytes the largest replica of each of a topic's partitions occupies on its broker's disk. */
    private static Map<Integer, Long> sizes(AdminCalls calls, String topic) {
        TopicDescription description = calls.await(
                calls.admin().describeTopics(List.of(topic)).topicNameValues().get(topic), "describing topic " + topic);
        TreeSet<Integer> brokers = new TreeSet<>();
        description
                .partitions()
                .forEach(partition -> partition.isr().stream().map(Node::id).forEach(brokers::add));
        Map<Integer, Long> sizes = new TreeMap<>();
        calls.await(calls.admin().describeLogDirs(brokers).allDescriptions(), "asking for the size of topic " + topic)
                .values()
                .forEach(directories -> directories
                        .values()
                        .forEach(directory -> directory.replicaInfos().forEach((partition, replica) -> {
                            if (partition.topic().equals(topic)) {
                                sizes.merge(partition.partition(), replica.size(), Math::max);
                            }
                        })));
        return sizes;
    }
}
