/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.system;

import java.net.URI;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Where an installation finds its servers, and where the oracle looks. Immutable.
 *
 * @param zooKeeperPort of the HBase that is indexed, on 127.0.0.1
 * @param bootstrapServers of Kafka
 * @param elasticsearch what our own processes are told: the nodes themselves, or relays before them
 * @param rawElasticsearch where the oracle reads: a node itself, past every relay
 * @param replicas of an index in Elasticsearch
 */
public record ServerAddresses(
        int zooKeeperPort, String bootstrapServers, List<URI> elasticsearch, URI rawElasticsearch, int replicas) {
    /** A consumer that is silent for so long has left its group: the least that brokers allow. */
    public static final int SESSION_TIMEOUT_MILLIS = 6_000;

    public ServerAddresses {
        elasticsearch = List.copyOf(elasticsearch);
    }

    public ServerAddresses withZooKeeperPort(int port) {
        return new ServerAddresses(port, bootstrapServers, elasticsearch, rawElasticsearch, replicas);
    }

    /** Our processes go through these; the oracle does not. */
    public ServerAddresses withElasticsearch(URI... uris) {
        return new ServerAddresses(zooKeeperPort, bootstrapServers, List.of(uris), rawElasticsearch, replicas);
    }

    public ServerAddresses withBootstrapServers(String servers) {
        return new ServerAddresses(zooKeeperPort, servers, elasticsearch, rawElasticsearch, replicas);
    }

    public ServerAddresses withReplicas(int number) {
        return new ServerAddresses(zooKeeperPort, bootstrapServers, elasticsearch, rawElasticsearch, number);
    }

    /**
     * The configuration of our processes: all defaults but for addresses and free ports, and no scrub, which would mend what
     * the tests are to find.
     */
    String configuration() {
        return configuration("{scrub: {enabled: false}}");
    }

    /** @param indexer the settings under {@code indexer}, as a mapping on one line */
    String configuration(String indexer) {
        return """
                hbase:
                  zookeeper: 127.0.0.1:%d
                kafka:
                  bootstrapServers: %s
                  properties: {session.timeout.ms: "%d", heartbeat.interval.ms: "2000"}
                index:
                  backend: elasticsearch
                  elasticsearch:
                    urls: [%s]
                    replicas: %d
                indexer: %s
                gateway:
                  port: 0
                operations:
                  port: 0
                  gatewayPort: 0
                definitions: indexes
                """
                .formatted(
                        zooKeeperPort,
                        bootstrapServers,
                        SESSION_TIMEOUT_MILLIS,
                        elasticsearch.stream().map(uri -> "\"" + uri + "\"").collect(Collectors.joining(", ")),
                        replicas,
                        indexer);
    }
}
