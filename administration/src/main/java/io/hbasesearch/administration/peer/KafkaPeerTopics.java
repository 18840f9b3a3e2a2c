/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.peer;

import io.hbasesearch.core.model.TableId;
import io.hbasesearch.event.TopicName;
import io.hbasesearch.indexer.kafka.Topics;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/** Implements {@link PeerTopics} with Kafka, for {@link PeerSetup}. Borrows the adapter. */
public final class KafkaPeerTopics implements PeerTopics {
    private final Topics topics;

    public KafkaPeerTopics(Topics topics) {
        this.topics = Objects.requireNonNull(topics, "topics");
    }

    @Override
    public OptionalInt partitions(String topic) {
        Optional<Topics.Topic> found = topics.find(topic);
        return found.isPresent() ? OptionalInt.of(found.get().partitions()) : OptionalInt.empty();
    }

    @Override
    public OptionalInt newestEpoch(TableId table) {
        Optional<Topics.Topic> newest = topics.newest(table);
        return newest.isPresent() ? OptionalInt.of(newest.get().epoch()) : OptionalInt.empty();
    }

    @Override
    public void create(String topic, int partitions, int replicationFactor) {
        topics.create(TopicName.parse(topic), partitions, (short) replicationFactor);
    }

    @Override
    public List<String> problems(String topic) {
        return topics.find(topic).map(topics::problems).orElse(List.of());
    }
}
