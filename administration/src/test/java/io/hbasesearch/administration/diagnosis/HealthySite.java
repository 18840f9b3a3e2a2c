/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.diagnosis;

import io.hbasesearch.administration.peer.OurPeers;
import io.hbasesearch.administration.site.PathFacts;
import io.hbasesearch.administration.site.ProbeResult;
import io.hbasesearch.administration.site.Reading;
import io.hbasesearch.administration.site.Scrape;
import io.hbasesearch.administration.site.ServiceFacts;
import io.hbasesearch.administration.site.SiteFacts;
import io.hbasesearch.core.config.AlarmsConfig;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.IndexDiagnosis.DocumentSize;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.core.spi.IndexStatistics;
import io.hbasesearch.hbase.Peer;
import io.hbasesearch.hbase.PeerLag;
import io.hbasesearch.hbase.RegionServers.Endpoint;
import io.hbasesearch.hbase.RegionServers.Master;
import io.hbasesearch.hbase.RegionServers.RegionServer;
import io.hbasesearch.hbase.ReplicationSettings;
import io.hbasesearch.indexer.kafka.TopicBacklog;
import io.hbasesearch.indexer.kafka.Topics;
import io.hbasesearch.indexer.lifecycle.IndexEpochs;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/** Facts of a site with nothing wrong: one table, one index, one RegionServer. Each test plants its fault in one of the fields. */
final class HealthySite {
    static final String VERSION = "1.0";
    static final String TOPIC = "hbase-search.default.mail";
    static final String SERVER = "host1,16020,1";
    static final TableId MAIL = TableId.parse("mail");
    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    IndexDefinition definition = IndexDefinition.of(
            "mail",
            MAIL,
            RowKeyFormat.TEXT,
            List.of(FieldMapping.of("text", ColumnName.parse("d:text"), FieldType.TEXT)));
    List<IndexDefinition> definitions = List.of(definition);
    Peer peer = peer(true, OurPeers.endpoint(), "default:mail=1/4", Map.of(), Set.of(MAIL), false);
    boolean allDefined = true;
    Optional<ProbeResult<List<Peer>>> peers = Optional.empty();
    ProbeResult<Map<String, List<PeerLag>>> queues = ProbeResult.answer(
            Map.of("search", List.of(new PeerLag(SERVER, new PeerLag.Source("search", false, true), 0, 0, 1, 1))));
    ProbeResult<Boolean> kafka = ProbeResult.answer(true);
    CheckResult backend = CheckResult.healthy();
    IndexMetadata index = index(1, 4, definition.hash(), true);
    TopicBacklog backlog = backlog(0, 5, Duration.ofDays(7));
    ProbeResult<Long> deadLetters = ProbeResult.answer(0L);
    Optional<String> loss = Optional.empty();
    String metrics =
            """
            hbase_search_up{application="serve"} 1.0
            hbase_search_scrub_last_pass_timestamp_seconds{index="mail"} 1.7E9
            hbase_search_scrub_last_pass_differences{index="mail"} 0.0
            """;
    String status = "ok";
    Optional<ProbeResult<ServiceFacts.State>> service = Optional.empty();
    List<ServiceFacts> others = List.of();
    Map<String, String> waiting = Map.of();
    Set<String> late = Set.of();
    Optional<ProbeResult<List<RegionServer>>> servers = Optional.empty();
    ProbeResult<List<Master>> masters =
            ProbeResult.answer(List.of(new Master("host2,16000,1", true, Optional.of(Set.of(VERSION)), "")));
    Optional<ProbeResult<List<ReplicationSettings.Finding>>> settings = Optional.empty();
    Endpoint endpoint = new Endpoint(Set.of(VERSION), Set.of(VERSION));
    long multiplier = 4;
    ProbeResult<Map<String, Boolean>> families = ProbeResult.answer(Map.of("d", true));
    ProbeResult<Boolean> read = ProbeResult.answer(true);
    Optional<Topics.Topic> topic = Optional.of(new Topics.Topic(TOPIC, "id", 4, 3));
    List<String> topicProblems = List.of();
    Set<String> missingOfTopic = Set.of();
    Set<String> missingOfLetters = Set.of();
    Set<String> missingOfGroup = Set.of();
    List<String> missingPrivileges = List.of();
    ProbeResult<Optional<DocumentSize>> documentSize = ProbeResult.answer(Optional.of(new DocumentSize(
            "index.elasticsearch.maxDocumentBytes", 16 << 20, 16 << 20, "a 32nd of the smallest node's heap")));
    Optional<String> exposedSecrets = Optional.empty();
    Duration serverSkew = Duration.ZERO;
    ProbeResult<List<Reading>> indexClocks = ProbeResult.answer(List.of(new Reading("node", NOW, NOW, NOW)));
    List<String> mapping = List.of();
    Optional<String> naming = Optional.empty();
    String bootstrapServers = "kafka1:9092,kafka2:9092";

    static Peer peer(
            boolean enabled,
            String endpoint,
            String routes,
            Map<String, String> more,
            Set<TableId> tables,
            boolean serial) {
        Map<String, String> configuration = new HashMap<>(more);
        configuration.put("hbase-search.tables", routes);
        configuration.putIfAbsent("hbase-search.kafka.bootstrap.servers", "kafka2:9092");
        Map<TableId, List<String>> whole = new HashMap<>();
        tables.forEach(table -> whole.put(table, List.of()));
        return new Peer("search", enabled, endpoint, configuration, Peer.Filters.of(whole), serial);
    }

    static IndexMetadata index(int epoch, int partitions, String hash, boolean complete) {
        return IndexMetadata.builder("mail")
                .physicalName("hbase-search-mail-1")
                .uuid(new UUID(1, 2))
                .createdAt(NOW)
                .table(MAIL)
                .source(new IndexSource(TOPIC, "id", partitions, epoch, complete))
                .definitionHash(hash)
                .build();
    }

    static TopicBacklog backlog(long unread, long headroomEvents, Duration headroom) {
        return new TopicBacklog(
                unread,
                headroomEvents,
                Optional.of(Duration.ofDays(7)),
                Optional.of(headroom),
                OptionalLong.empty(),
                OptionalLong.empty());
    }

    PathFacts path() {
        ProbeResult<ServiceFacts.State> state = service.orElseGet(() -> {
            Scrape scrape = Scrape.parse(metrics);
            return ProbeResult.answer(new ServiceFacts.State(
                    Set.of(scrape.all("hbase_search_up").get(0).labels().get("application")),
                    status,
                    status.equals("ok") ? Map.of() : Map.of("hbase", "no answer"),
                    scrape));
        });
        return new PathFacts(
                new PathFacts.Configured(bootstrapServers, AlarmsConfig.DEFAULT, definitions, allDefined),
                new PathFacts.Replication(peers.orElseGet(() -> ProbeResult.answer(List.of(peer))), queues, waiting),
                kafka,
                new PathFacts.Indexes(
                        backend,
                        ProbeResult.answer(List.of(index)),
                        Map.of(
                                "mail",
                                new PathFacts.IndexFacts(
                                        index,
                                        ProbeResult.answer(new IndexStatistics(7, 1, 0, 100)),
                                        ProbeResult.answer(Optional.of(backlog)),
                                        deadLetters,
                                        ProbeResult.answer(
                                                new IndexEpochs.Plan(index, loss, loss.map(any -> "heal it")))))),
                Stream.concat(
                                Stream.of(new ServiceFacts(URI.create("http://127.0.0.1:8080"), false, state)),
                                others.stream())
                        .toList(),
                late);
    }

    SiteFacts site() {
        return new SiteFacts(
                VERSION,
                path(),
                new SiteFacts.Cluster(
                        servers.orElseGet(() -> ProbeResult.answer(
                                List.of(new RegionServer(SERVER, "2.6.4", NOW, Optional.of(endpoint), "")))),
                        masters,
                        List.of(new Reading("RegionServer " + SERVER, NOW.plus(serverSkew), NOW.minusSeconds(10), NOW)),
                        settings.orElseGet(() -> ProbeResult.answer(List.of(new ReplicationSettings.Finding(
                                SERVER, OptionalLong.of(50), OptionalLong.of(multiplier), "")))),
                        Map.of(MAIL, new SiteFacts.TableFacts(families, read))),
                new SiteFacts.Announced(
                        Map.of(
                                TOPIC,
                                ProbeResult.answer(topic.map(found -> new SiteFacts.TopicFacts(
                                        found,
                                        ProbeResult.answer(topicProblems),
                                        ProbeResult.answer(missingOfTopic))))),
                        Map.of("mail", ProbeResult.answer(missingOfLetters)),
                        Map.of("mail", ProbeResult.answer(missingOfGroup))),
                new SiteFacts.Backend(
                        indexClocks,
                        ProbeResult.answer(missingPrivileges),
                        documentSize,
                        Map.of(
                                "mail",
                                new SiteFacts.MadeFacts(ProbeResult.answer(mapping), ProbeResult.answer(naming)))),
                exposedSecrets,
                late);
    }
}
