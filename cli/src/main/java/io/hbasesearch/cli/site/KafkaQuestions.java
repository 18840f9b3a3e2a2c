/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.site;

import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.config.Secret;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.IndexEpochs;
import io.hbasesearch.indexer.IndexLifecycle;
import io.hbasesearch.indexer.kafka.DeadLetterReader;
import io.hbasesearch.indexer.kafka.KafkaPermissions;
import io.hbasesearch.indexer.kafka.TopicBacklog;
import io.hbasesearch.indexer.kafka.TopicBacklogs;
import io.hbasesearch.indexer.kafka.Topics;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What Kafka is asked. For one thread. Owns its clients; borrows the backend, which some answers are compared with. */
final class KafkaQuestions implements AutoCloseable {
    /** For who waits before a terminal; a configuration that says otherwise wins. */
    private static final Map<String, String> IMPATIENT =
            Map.of("default.api.timeout.ms", "8000", "request.timeout.ms", "6000");

    private final Topics topics;
    private final TopicBacklogs backlogs;
    private final DeadLetterReader letters;
    private final KafkaPermissions permissions;
    private final IndexLifecycle lifecycle;
    private final IndexEpochs epochs;
    private final Remote remote = new Remote();
    private final Asked<Boolean> reachable;

    KafkaQuestions(KafkaConfig config, IndexBackend backend, Clock clock) {
        KafkaConfig impatient = impatient(config);
        this.topics = new Topics(impatient);
        this.backlogs = new TopicBacklogs(impatient, clock);
        this.letters = new DeadLetterReader(impatient);
        this.permissions = new KafkaPermissions(impatient);
        this.lifecycle = new IndexLifecycle(backend, impatient);
        this.epochs = new IndexEpochs(backend, lifecycle, impatient);
        this.reachable = remote.knock(() -> {
            topics.requireReachable();
            return true;
        });
    }

    private static KafkaConfig impatient(KafkaConfig config) {
        Map<String, Secret> properties = new HashMap<>();
        IMPATIENT.forEach((key, value) -> properties.put(key, new Secret(value)));
        properties.putAll(config.properties());
        return new KafkaConfig(config.bootstrapServers(), properties);
    }

    Asked<Boolean> reachable() {
        return reachable;
    }

    Asked<Optional<TopicBacklog>> backlog(IndexMetadata index) {
        return remote.ask(() -> backlogs.of(index));
    }

    /** About: gaps in offsets count. */
    Asked<Long> deadLetters(String index) {
        return remote.ask(() -> letters.count(index));
    }

    Asked<IndexEpochs.Plan> plan(IndexMetadata index) {
        return remote.ask(() -> epochs.plan(index));
    }

    Asked<Optional<SiteFacts.TopicFacts>> topic(String name) {
        return remote.ask(() -> topics.find(name)
                .map(topic -> new SiteFacts.TopicFacts(
                        topic,
                        remote.ask(() -> topics.problems(topic)),
                        remote.ask(() -> permissions.missingOfTopic(name)))));
    }

    Asked<Set<String>> missingOfGroup(IndexMetadata index) {
        return remote.ask(() -> permissions.missingOfGroup(index.consumerGroup()));
    }

    @Override
    public void close() {
        epochs.close();
        lifecycle.close();
        permissions.close();
        backlogs.close();
        topics.close();
    }
}
