/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.memory.MemoryPool;

/** The settings that topics are created with, and the problems of the settings that a topic has. Stateless. */
final class TopicSettings {
    private static final short PRODUCTION_REPLICATION = 3;
    private static final int LEAST_MESSAGE_BYTES = 1_000_000;
    /** A response contains other data besides its one batch. */
    private static final int MOST_MESSAGE_BYTES = MemoryPool.MAX_ANSWER_BYTES - (1 << 20);

    /** Longer than it takes to notice and mend an indexer that stands still; see docs/decisions/006. */
    private static final long RETENTION_MILLIS = Duration.ofDays(7).toMillis();

    private static final long LEAST_RETENTION_MILLIS = Duration.ofDays(3).toMillis();

    private static final long LOG_SEGMENT_MILLIS = Duration.ofMinutes(10).toMillis();

    private TopicSettings() {}

    static Map<String, String> ofTable(short replication) {
        Map<String, String> settings = new TreeMap<>();
        // An unclean leader may hold other events at offsets that were already indexed.
        settings.put(TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG, "false");
        settings.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, replication >= PRODUCTION_REPLICATION ? "2" : "1");
        settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
        settings.put(TopicConfig.RETENTION_MS_CONFIG, Long.toString(RETENTION_MILLIS));
        // By time alone: a burst of writes must not shorten it.
        settings.put(TopicConfig.RETENTION_BYTES_CONFIG, "-1");
        return settings;
    }

    static Map<String, String> ofReindexLog(short replication) {
        Map<String, String> settings = ofTable(replication);
        settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
        settings.put(TopicConfig.RETENTION_MS_CONFIG, "-1");
        // It is read whole, and only its two newest records count.
        settings.put(TopicConfig.SEGMENT_MS_CONFIG, Long.toString(LOG_SEGMENT_MILLIS));
        settings.put(TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG, "0.1");
        return settings;
    }

    static Map<String, String> ofDeadLetters(short replication) {
        Map<String, String> settings = ofTable(replication);
        // Room for the original event and the headers.
        settings.put(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(KafkaClients.LARGEST_REQUEST_BYTES));
        settings.put(TopicConfig.RETENTION_MS_CONFIG, "-1");
        return settings;
    }

    /** Returns the problems, each with its solution; empty if there are none. */
    static List<String> problems(Topics.Topic topic, Config config) {
        List<String> problems = new ArrayList<>();
        if (!"false".equals(value(config, TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG))) {
            problems.add("unclean.leader.election.enable must be false: an unclean leader loses events silently");
        }
        if (topic.replication() < PRODUCTION_REPLICATION) {
            problems.add("replication factor " + topic.replication() + ": for production use at least 3");
        } else if (number(config, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG) < 2) {
            problems.add("min.insync.replicas must be at least 2: one lost broker may lose acknowledged events");
        }
        if (number(config, TopicConfig.MAX_MESSAGE_BYTES_CONFIG) < LEAST_MESSAGE_BYTES) {
            problems.add("max.message.bytes must be at least " + LEAST_MESSAGE_BYTES
                    + ", or lower hbase-search.max.event.bytes of the peer");
        }
        if (number(config, TopicConfig.MAX_MESSAGE_BYTES_CONFIG) > MOST_MESSAGE_BYTES
                && !value(config, TopicConfig.MAX_MESSAGE_BYTES_CONFIG).isEmpty()) {
            problems.add("max.message.bytes must be at most " + MOST_MESSAGE_BYTES
                    + ": indexers reject a response with a larger batch, and stop at it");
        }
        problems.addAll(retentionProblems(config));
        return List.copyOf(problems);
    }

    private static List<String> retentionProblems(Config config) {
        List<String> problems = new ArrayList<>();
        long retention = number(config, TopicConfig.RETENTION_MS_CONFIG);
        if (retention >= 0 && retention < LEAST_RETENTION_MILLIS) {
            problems.add("retention.ms is " + Duration.ofMillis(retention).toHours()
                    + " h: an index that is stopped for longer must be created anew; set 7 days or more");
        }
        if (number(config, TopicConfig.RETENTION_BYTES_CONFIG) != -1) {
            problems.add("retention.bytes must be -1: a burst of edits would delete others before they are indexed");
        }
        if (!TopicConfig.CLEANUP_POLICY_DELETE.equals(value(config, TopicConfig.CLEANUP_POLICY_CONFIG))) {
            problems.add(
                    "cleanup.policy must be delete: compaction rejects events without a key, which backfills append");
        }
        return problems;
    }

    private static long number(Config config, String key) {
        String value = value(config, key);
        return value.isEmpty() ? Long.MAX_VALUE : Long.parseLong(value);
    }

    private static String value(Config config, String key) {
        return config.get(key) == null || config.get(key).value() == null
                ? ""
                : config.get(key).value();
    }
}
