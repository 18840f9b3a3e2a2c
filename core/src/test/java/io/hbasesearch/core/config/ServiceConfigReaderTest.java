/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServiceConfigReaderTest extends ServiceConfigFile {
    @Test
    void allButTheServersHasADefault() throws IOException {
        ServiceConfig config = read(LEAST);
        assertThat(config.hbase().zookeeper()).isEqualTo("zk1");
        assertThat(config.hbase().znode()).isEqualTo("/hbase");
        assertThat(config.hbase().timeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(config.kafka().clientProperties()).isEqualTo(Map.of("bootstrap.servers", "k1:9092"));
        assertThat(config.index().backend()).isEqualTo(BackendConfig.Kind.LUCENE);
        assertThat(config.index().lucene().refreshInterval()).isEqualTo(Duration.ofMillis(50));
        assertThat(config.index().elasticsearch().urls()).containsExactly(URI.create("http://127.0.0.1:9200"));
        assertThat(config.index().elasticsearch().bulk().requestBytes()).isEqualTo(5 << 20);
        assertThat(config.indexer().stubRetention()).isEqualTo(Duration.ofHours(24));
        assertThat(config.indexer().buffer().bytes()).isEqualTo(64 << 20);
        assertThat(config.gateway())
                .isEqualTo(new GatewayConfig("127.0.0.1", 8080, List.of(), Duration.ofSeconds(10), 1000));
        assertThat(config.operations()).isEqualTo(new OperationsConfig("127.0.0.1", 8081));
        assertThat(config.operations().alarms())
                .isEqualTo(new AlarmsConfig(Duration.ofSeconds(30), Duration.ofMinutes(5), Duration.ofHours(24)));
    }

    @Test
    void alarmsAreWhatTheFileSays() throws IOException {
        ServiceConfig config = read(
                LEAST
                        + """
                operations:
                  alarms: {interval: 7s, walBacklogAge: 11m, kafkaHeadroom: 13h}
                """);
        assertThat(config.operations().alarms())
                .isEqualTo(new AlarmsConfig(Duration.ofSeconds(7), Duration.ofMinutes(11), Duration.ofHours(13)));
    }

    @Test
    void theGatewaysBoundsAreWhatTheFileSays() throws IOException {
        GatewayResilience bounds = read(LEAST
                        + """
                gateway:
                  admission: {requests: 7, waiting: 9, maxWait: 2s, streams: 3, fences: 4, callerRequestsPerSecond: 11,
                              connectionsPerAddress: 12}
                  backends:
                    {indexCalls: 5, hbaseCalls: 6, indexCallsPerSecond: 50, hbaseCallsPerSecond: 60, kafkaCallsPerSecond: 70}
                  breaker: {window: 40, minimumCalls: 30, failurePercent: 60, openFor: 8s, probes: 2}
                """)
                .gateway()
                .resilience();

        assertThat(bounds.admission())
                .isEqualTo(new GatewayResilience.Admission(7, 9, Duration.ofSeconds(2), 3, 4, 11, 12));
        assertThat(bounds.backends()).isEqualTo(new GatewayResilience.Backends(5, 6, 50, 60, 70));
        assertThat(bounds.breaker()).isEqualTo(new GatewayResilience.Breaker(40, 30, 60, Duration.ofSeconds(8), 2));
    }

    @Test
    void aBreakerThatCouldNeverOpenIsRefused() throws IOException {
        assertThat(problems(LEAST + "gateway: {breaker: {window: 5, minimumCalls: 6}}\n"))
                .singleElement()
                .asString()
                .contains("only the last 5 calls are counted");
    }

    @Test
    void relativePathsAreTakenFromTheFilesDirectory() throws IOException {
        write("ca.pem", "certificate");
        ServiceConfig config = read(
                LEAST
                        + """
                definitions: ../definitions
                index:
                  lucene: {directory: /var/lib/index}
                  elasticsearch: {urls: https://es:9200, caCertificate: ca.pem}
                """);
        assertThat(config.definitions()).isEqualTo(directory.resolveSibling("definitions"));
        assertThat(config.index().lucene().directory()).isEqualTo(Path.of("/var/lib/index"));
        assertThat(config.index().elasticsearch().caCertificate()).contains(directory.resolve("ca.pem"));
        assertThat(read(LEAST).definitions()).isEqualTo(directory.resolve("indexes"));
        assertThat(read(LEAST).index().lucene().directory()).isEqualTo(directory.resolveSibling("data/lucene"));
    }

    @Test
    void everythingCanBeSet() throws IOException {
        write(
                "keys",
                "# for the web\n\nkey-number-one-0123 index=mail index=news-* fence=false\nkey-number-two-0123  \n");
        ServiceConfig config = read(
                """
                hbase:
                  zookeeper: zk1:2181, zk2:2181
                  znode: /hbase-secure
                  properties: {hbase.client.retries.number: 3}
                  timeout: 5s
                kafka:
                  bootstrapServers: "[::1]:9092,k2:9093"
                  properties: {security.protocol: SSL, ssl.key.password: "${SECRET}"}
                index:
                  backend: elasticsearch
                  lucene: {refreshInterval: 1s, bufferBytes: 128MB}
                  elasticsearch:
                    urls: [https://es1:9200, https://es2:9200]
                    username: indexer
                    password: ${SECRET}
                    shards: 3
                    replicas: 0
                    refreshInterval: 500ms
                    concurrentRequests: 8
                    requestBytes: 1MB
                    requestOperations: 500
                    bufferBytes: 16MB
                    requestTimeout: 1m
                indexer:
                  pollRecords: 10
                  readBatch: 20
                  readConcurrency: 30
                  bufferedEvents: 40
                  bufferedBytes: 50MB
                  commitInterval: 60ms
                  identityInterval: 70s
                  stubRetention: 7d
                  drainTimeout: 8s
                  maxRowBytes: 9MB
                  scrub:
                    enabled: false
                    rowsPerSecond: 9
                    pauseBetweenPasses: 10m
                    settle: 11ms
                    bulkLoadRowsPerSecond: 12
                    maxGonePercent: 13
                gateway:
                  host: 0.0.0.0
                  port: 0
                  apiKeys: [key-number-nil-0123]
                  apiKeysFile: keys
                  requestTimeout: 9s
                  maxHits: 10
                operations: {host: "::1", port: 0}
                """);
        assertThat(config.hbase().zookeeper()).isEqualTo("zk1:2181,zk2:2181");
        assertThat(config.hbase().properties()).isEqualTo(Map.of("hbase.client.retries.number", "3"));
        assertThat(config.kafka().clientProperties())
                .containsEntry("ssl.key.password", "from-the-environment")
                .containsEntry("bootstrap.servers", "[::1]:9092,k2:9093");
        ElasticsearchConfig elasticsearch = config.index().elasticsearch();
        assertThat(elasticsearch.credentials().password()).contains(new Secret("from-the-environment"));
        assertThat(elasticsearch.bulk().concurrentRequests()).isEqualTo(8);
        assertThat(elasticsearch.requestTimeout()).isEqualTo(Duration.ofMinutes(1));
        assertThat(config.indexer())
                .isEqualTo(new IndexerConfig(
                        10,
                        20,
                        30,
                        new IndexerConfig.Buffer(40, 50L << 20),
                        new IndexerConfig.Timings(Duration.ofMillis(60), Duration.ofSeconds(70), Duration.ofSeconds(8)),
                        Duration.ofDays(7),
                        9L << 20));
        assertThat(config.scrub())
                .isEqualTo(new ScrubConfig(false, 9, Duration.ofMinutes(10), Duration.ofMillis(11), 12, 13));
        assertThat(config.gateway().keys().apiKeys())
                .containsExactly(
                        ApiKey.ofAll(new Secret("key-number-nil-0123")),
                        new ApiKey(new Secret("key-number-one-0123"), List.of("mail", "news-*"), false),
                        ApiKey.ofAll(new Secret("key-number-two-0123")));
        assertThat(config.toString()).doesNotContain("from-the-environment").doesNotContain("key-number");
    }

    @Test
    void settingsAreCheckedAgainstEachOther() throws IOException {
        assertThat(
                        problems(
                                """
                        hbase: {zookeeper: "zk:0", site: none.xml}
                        kafka:
                          bootstrapServers: k1
                          properties: {group.id: mine, client.id: me}
                        index:
                          backend: solr
                          elasticsearch: {caCertificate: none.pem, requestBytes: 10MB, bufferBytes: 9MB}
                        indexer: {pollRecords: 100, bufferedEvents: 50}
                        """))
                .containsExactly(
                        "1:20: hbase.zookeeper must be host or host:port, separated by commas, not \"zk:0\"",
                        "1:34: hbase.site names none.xml, which is not a readable file",
                        "3:21: kafka.bootstrapServers must be host:port, separated by commas, not \"k1\"",
                        "4:15: kafka.properties must not set group.id, which hbase-search sets itself",
                        "6:12: index.backend must be one of lucene, elasticsearch, not \"solr\"",
                        "7:34: index.elasticsearch.caCertificate has a meaning only with https:// in urls",
                        "7:34: index.elasticsearch.caCertificate names none.pem, which is not a readable file",
                        "7:77: index.elasticsearch.bufferBytes must hold at least one request (requestBytes)",
                        "8:45: indexer.bufferedEvents is 50, but must hold at least one poll of 100 events"
                                + " (pollRecords)");
    }

    @Test
    void stubsOutliveTheRequestsThatTheyAreToRefuse() throws IOException {
        String file =
                """
                hbase: {zookeeper: zk}
                kafka: {bootstrapServers: "k1:9092"}
                index: {backend: %s, elasticsearch: {urls: ["http://a:9200", "http://b:9200"], requestTimeout: 10s}}
                indexer: {stubRetention: %s}
                """;
        assertThat(problems(file.formatted("elasticsearch", "39s")))
                .containsExactly("4:26: indexer.stubRetention must be 40s or more: twice the time of a request"
                        + " (index.elasticsearch.requestTimeout) at each of its urls");
        assertThat(read(file.formatted("elasticsearch", "40s")).indexer().stubRetention())
                .isEqualTo(Duration.ofSeconds(40));
        assertThat(read(file.formatted("lucene", "1s")).indexer().stubRetention())
                .isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void anEmptyFileSaysWhatItNeeds() throws IOException {
        assertThat(problems(""))
                .containsExactly(
                        "1:1: hbase.zookeeper is missing: addresses of HBase's ZooKeeper servers",
                        "1:1: kafka.bootstrapServers is missing: addresses of Kafka brokers");
        assertThatThrownBy(() -> reader.read(directory.resolve("none.yaml")))
                .hasMessageContaining("none.yaml: there is no such file");
    }

    @Test
    void addressesAreChecked() throws IOException {
        for (String url :
                new String[] {"es:9200", "ftp://es", "http://", "http://u:p@es:9200", "http://es:9200/?a=b"}) {
            assertThat(problems(LEAST + "index: {elasticsearch: {urls: [\"" + url + "\"]}}"))
                    .singleElement()
                    .asString()
                    .contains("must be an http:// or https:// address");
        }
        assertThat(problems(LEAST + "index: {elasticsearch: {urls: []}}"))
                .containsExactly("3:31: index.elasticsearch.urls must name at least one node");
        for (String host : new String[] {"a b", "http://x", "a:1", "-a", "\"\""}) {
            assertThat(problems(LEAST + "gateway: {host: " + host + "}"))
                    .singleElement()
                    .asString()
                    .contains("gateway.host must be a host name or an address");
        }
    }

    @Test
    void theShippedFileIsRight() {
        ServiceConfig config = new ServiceConfigReader(Map.of()).read(Path.of("..", "config", "hbase-search.yaml"));
        assertThat(config.hbase().zookeeper()).isEqualTo("127.0.0.1:2181");
        assertThat(config.index().backend()).isEqualTo(BackendConfig.Kind.LUCENE);
        assertThat(ConfigTypes.isLoopback(config.gateway().host())).isTrue();
    }

    @Test
    void aFormerKeyIsRejectedWithTheNewOne() throws IOException {
        assertThat(
                        problems(
                                LEAST
                                        + """
                gateway: {admission: {longestWait: 2s}}
                indexer: {scrub: {mostGonePercent: 13}}
                """))
                .satisfiesExactlyInAnyOrder(
                        wait -> assertThat(wait).endsWith("gateway.admission.longestWait is called maxWait now"),
                        gone -> assertThat(gone)
                                .endsWith("indexer.scrub.mostGonePercent is called maxGonePercent now"));
    }
}
