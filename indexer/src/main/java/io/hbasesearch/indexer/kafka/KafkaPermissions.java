/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.error.HBaseSearchException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.jspecify.annotations.Nullable;

/**
 * Asks the brokers which permissions this program's user has in Kafka. Without an authorizer the user has all. Safe for use by
 * several threads. Owns its client.
 */
public final class KafkaPermissions implements AutoCloseable {
    /** Indexers read events, and append markers and touches. */
    private static final Set<AclOperation> OF_TOPICS =
            EnumSet.of(AclOperation.DESCRIBE, AclOperation.READ, AclOperation.WRITE);

    private static final Set<AclOperation> OF_GROUPS = EnumSet.of(AclOperation.DESCRIBE, AclOperation.READ);

    private final AdminCalls calls;

    /** Does no I/O yet. */
    public KafkaPermissions(KafkaConfig config) {
        this.calls = new AdminCalls(config, "hbase-search-permissions");
    }

    /**
     * Returns the operations on a topic that an indexer needs and this user is denied.
     *
     * @throws HBaseSearchException TOPIC_NOT_FOUND; ACCESS_DENIED if not even this query is allowed
     */
    public Set<String> missingOfTopic(String topic) {
        return missing(
                OF_TOPICS,
                calls.await(
                                calls.admin()
                                        .describeTopics(
                                                List.of(topic),
                                                new DescribeTopicsOptions().includeAuthorizedOperations(true))
                                        .topicNameValues()
                                        .get(topic),
                                "asking for the permissions on topic " + topic)
                        .authorizedOperations());
    }

    /** Returns the same for a consumer group; nothing is missing if it does not exist yet. */
    public Set<String> missingOfGroup(String group) {
        try {
            return missing(
                    OF_GROUPS,
                    calls.await(
                                    calls.admin()
                                            .describeConsumerGroups(
                                                    List.of(group),
                                                    new DescribeConsumerGroupsOptions()
                                                            .includeAuthorizedOperations(true))
                                            .describedGroups()
                                            .get(group),
                                    "asking for the permissions on group " + group)
                            .authorizedOperations());
        } catch (HBaseSearchException e) {
            if (e.getCause() instanceof GroupIdNotFoundException) {
                return Set.of();
            }
            throw e;
        }
    }

    /** @param allowed null if the broker does not tell */
    private static Set<String> missing(Set<AclOperation> needed, @Nullable Set<AclOperation> allowed) {
        return allowed == null || allowed.contains(AclOperation.ALL)
                ? Set.of()
                : needed.stream()
                        .filter(operation -> !allowed.contains(operation))
                        .map(AclOperation::name)
                        .collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public void close() {
        calls.close();
    }
}
