/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.site;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.config.Secret;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.event.TopicName;
import io.hbasesearch.indexer.kafka.DeadLetterReader;
import io.hbasesearch.indexer.kafka.KafkaPermissions;
import io.hbasesearch.indexer.kafka.TopicBacklog;
import io.hbasesearch.indexer.kafka.TopicBacklogs;
import io.hbasesearch.indexer.kafka.Topics;
import io.hbasesearch.indexer.lifecycle.IndexEpochs;
import io.hbasesearch.indexer.lifecycle.IndexLifecycle;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queries Kafka for a diagnosis. For one thread. Owns its clients; borrows the backend, with which it compares some answers.
 */
final class KafkaProbe implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaProbe.class);
    /** Shorter timeouts, because a user waits at a terminal; properties in the configuration take precedence. */
    private static final Map<String, String> IMPATIENT =
            Map.of("default.api.timeout.ms", "8000", "request.timeout.ms", "6000");

    private final Remote remote;
    private final ProbeResult<Clients> clients;
    private final ProbeResult<Boolean> reachable;

    /**
     * Never fails: if a broker's name does not resolve or the client rejects a property, the results are unavailable.
     */
    KafkaProbe(KafkaConfig config, IndexBackend backend, Clock clock, Deadline deadline) {
        this.remote = new Remote("kafka", deadline);
        this.clients = remote.open(() -> new Clients(impatient(config), backend, clock));
        ProbeResult<Boolean> answers = remote.knock(() -> {
            made().topics.requireReachable();
            return true;
        });
        this.reachable = clients.value().isPresent() ? answers : clients.map(any -> true);
    }

    private static KafkaConfig impatient(KafkaConfig config) {
        Map<String, Secret> properties = new HashMap<>();
        IMPATIENT.forEach((key, value) -> properties.put(key, new Secret(value)));
        properties.putAll(config.properties());
        return new KafkaConfig(config.bootstrapServers(), properties);
    }

    /** Returns the clients. Called only by queries, which do not run without clients. */
    private Clients made() {
        return clients.value().orElseThrow();
    }

    ProbeResult<Boolean> reachable() {
        return reachable;
    }

    ProbeResult<Optional<TopicBacklog>> backlog(IndexMetadata index) {
        return remote.ask(() -> made().backlogs.of(index));
    }

    /** Returns the approximate number of dead letters: it includes gaps in the offsets. */
    ProbeResult<Long> deadLetters(String index) {
        return remote.ask(() -> made().letters.count(index));
    }

    ProbeResult<IndexEpochs.Plan> plan(IndexMetadata index) {
        return remote.ask(() -> made().epochs.plan(index));
    }

    ProbeResult<Optional<SiteFacts.TopicFacts>> topic(String name) {
        return remote.ask(() -> made().topics
                .find(name)
                .map(topic -> new SiteFacts.TopicFacts(
                        topic, remote.ask(() -> made().topics.problems(topic)), remote.ask(() -> made().permissions
                                .missingOfTopic(name)))));
    }

    /** @return an empty set if the topic does not exist, which the count of dead letters reports */
    ProbeResult<Set<String>> missingOfLetters(String index) {
        return remote.ask(() -> made().topics.find(TopicName.deadLetters(index)).isPresent()
                ? made().permissions.missingOfTopic(TopicName.deadLetters(index))
                : Set.of());
    }

    ProbeResult<Set<String>> missingOfGroup(IndexMetadata index) {
        return remote.ask(() -> made().permissions.missingOfGroup(index.consumerGroup()));
    }

    /** See {@link Remote#late()}. */
    Set<String> late() {
        return remote.late();
    }

    @Override
    public void close() {
        clients.value().ifPresent(Clients::close);
    }

    /** Holds the Kafka clients. Each has its own connections, with the configured settings. */
    private static final class Clients implements AutoCloseable {
        private final Deque<AutoCloseable> open = new ArrayDeque<>();
        private final Topics topics;
        private final TopicBacklogs backlogs;
        private final DeadLetterReader letters;
        private final KafkaPermissions permissions;
        private final IndexEpochs epochs;

        Clients(KafkaConfig config, IndexBackend backend, Clock clock) {
            try {
                topics = opened(new Topics(config));
                backlogs = opened(new TopicBacklogs(config, clock));
                letters = new DeadLetterReader(config);
                permissions = opened(new KafkaPermissions(config));
                epochs = opened(new IndexEpochs(backend, opened(new IndexLifecycle(backend, config)), config));
            } catch (RuntimeException e) {
                // Close the clients that opened before one failed.
                close();
                throw e;
            }
        }

        private <T extends AutoCloseable> T opened(T client) {
            open.push(client);
            return client;
        }

        @Override
        public void close() {
            open.forEach(Clients::closeQuietly);
            open.clear();
        }

        private static void closeQuietly(AutoCloseable client) {
            try {
                client.close();
            } catch (Exception e) {
                LOG.debug("could not close a Kafka client: {}", e.toString());
            }
        }
    }
}
