/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.site;

import io.hbasesearch.administration.Backends;
import io.hbasesearch.administration.Configuration;
import io.hbasesearch.administration.peer.OurPeers;
import io.hbasesearch.administration.peer.Route;
import io.hbasesearch.administration.peer.WaitingPeers;
import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.concurrent.NamedThreads;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexStatistics;
import io.hbasesearch.hbase.Peer;
import io.hbasesearch.hbase.PeerLag;
import io.hbasesearch.hbase.RegionServers.RegionServer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Collects the facts from every part of a site, with one deadline for all. Changes nothing, and never fails because a part is
 * down: that is a fact, too. HBase, the index and the services are asked in parallel, then Kafka about what they have named.
 * For one thread. Owns all connections.
 */
public final class SiteInspector implements AutoCloseable {
    private final Configuration configuration;
    private final Clock clock;
    private final Selected selected;
    private final Deadline deadline;
    private final IndexBackend backend;
    private final HBaseProbe hbase;
    private final IndexProbe index;
    private final ServiceProbe services;
    private final ExecutorService threads;

    /**
     * Does no I/O.
     *
     * @param only indexes to ask about, with their tables; empty for all
     * @param processes of this program
     * @param limit after which no part is asked anything more; the facts name the parts that were not asked everything
     */
    public SiteInspector(
            Configuration configuration, Set<String> only, Processes processes, Clock clock, Duration limit) {
        ServiceConfig config = configuration.service();
        this.configuration = configuration;
        this.selected = new Selected(only);
        this.clock = clock;
        this.deadline = Deadline.after(limit);
        this.backend = Backends.open(config.index(), Metrics.none());
        this.hbase = new HBaseProbe(config.hbase(), clock, deadline);
        this.index = new IndexProbe(backend, clock, deadline);
        this.services = new ServiceProbe(processes);
        this.threads = new NamedThreads("hbase-search-site").growingPool();
    }

    /** First answers of the index's backend. */
    private record OfIndex(
            CheckResult check,
            ProbeResult<List<IndexMetadata>> indexes,
            ProbeResult<Map<String, TableId>> tables,
            Map<String, ProbeResult<IndexStatistics>> statistics) {}

    /** What Kafka told of the indexes. */
    private record OfKafka(
            ProbeResult<Boolean> reachable, Map<String, PathFacts.IndexFacts> byIndex, Set<String> late) {}

    /**
     * Collects the facts about the path of an edit.
     *
     * @throws InterruptedException if the thread is interrupted while it waits
     * @throws HBaseSearchException INDEX_NOT_FOUND if nothing has the name of a selected index
     */
    public PathFacts path() throws InterruptedException {
        Future<PathFacts.Replication> ofHBase = start(this::ofHBase);
        Future<OfIndex> ofIndex = start(this::ofIndex);
        Future<List<ServiceFacts>> ofServices = start(services::ask);
        OfIndex found = await(ofIndex);
        OfKafka ofKafka = await(
                start(() -> withKafka(kafka -> new OfKafka(kafka.reachable(), byIndex(kafka, found), kafka.late()))));
        PathFacts.Replication told = await(ofHBase);
        // Both are needed: an existing index keeps its table, whatever else a pattern matches.
        ProbeResult<List<IndexDefinition>> resolved = hbase.definitions(
                configuration.defined(), found.tables().value().orElse(Map.of()));
        boolean allDefined = resolved.value().isPresent();
        List<IndexDefinition> definitions =
                selected.definitions(resolved.value().orElse(configuration.definitions()));
        if (allDefined) {
            selected.requireKnown(definitions, found.indexes());
        }
        return new PathFacts(
                new PathFacts.Configured(
                        configuration.service().kafka().bootstrapServers(),
                        configuration.service().operations().alarms(),
                        definitions,
                        allDefined),
                new PathFacts.Replication(
                        told.peers().map(peers -> selected.peers(peers, definitions, found.indexes())),
                        told.queues(),
                        told.waiting()),
                ofKafka.reachable(),
                new PathFacts.Indexes(found.check(), found.indexes(), ofKafka.byIndex()),
                await(ofServices),
                late(ofKafka.late()));
    }

    private Set<String> late(Set<String> more) {
        return Stream.of(hbase.late(), index.late(), more).flatMap(Set::stream).collect(Collectors.toSet());
    }

    private PathFacts.Replication ofHBase() {
        ProbeResult<Map<String, List<PeerLag>>> queues = hbase.queues();
        ProbeResult<List<Peer>> peers = hbase.peers();
        Map<String, String> waiting = WaitingPeers.among(
                OurPeers.among(peers.value().orElse(List.of())),
                queues.value().orElse(Map.of()),
                () -> hbase.servers().value().orElse(List.of()));
        return new PathFacts.Replication(peers, queues, waiting);
    }

    private OfIndex ofIndex() {
        ProbeResult<List<IndexMetadata>> indexes = index.indexes().map(selected::indexes);
        Map<String, ProbeResult<IndexStatistics>> statistics = new TreeMap<>();
        indexes.value().orElse(List.of()).forEach(each -> statistics.put(each.index(), index.statistics(each.index())));
        return new OfIndex(index.check(), indexes, index.tables(), statistics);
    }

    private static Map<String, PathFacts.IndexFacts> byIndex(KafkaProbe kafka, OfIndex found) {
        Map<String, PathFacts.IndexFacts> facts = new TreeMap<>();
        for (IndexMetadata each : found.indexes().value().orElse(List.of())) {
            facts.put(
                    each.index(),
                    new PathFacts.IndexFacts(
                            each,
                            found.statistics().get(each.index()),
                            kafka.backlog(each),
                            kafka.deadLetters(each.index()),
                            kafka.plan(each)));
        }
        return facts;
    }

    private record Announced(SiteFacts.Announced facts, Set<String> late) {}

    /**
     * Collects all facts, {@link #path()} included.
     *
     * @param exposedSecrets as {@link SiteFacts#exposedSecrets}
     */
    public SiteFacts site(String version, Optional<String> exposedSecrets) throws InterruptedException {
        PathFacts path = path();
        List<IndexMetadata> indexes = path.indexes().list().value().orElse(List.of());
        Future<SiteFacts.Cluster> ofHBase = start(() -> cluster(path));
        Future<SiteFacts.Backend> ofIndex = start(() -> made(path, indexes));
        Announced announced = path.kafka().value().isEmpty()
                ? new Announced(new SiteFacts.Announced(Map.of(), Map.of(), Map.of()), path.late())
                : await(start(() -> withKafka(kafka -> announced(kafka, path, indexes))));
        return new SiteFacts(
                version,
                path,
                await(ofHBase),
                announced.facts(),
                await(ofIndex),
                exposedSecrets,
                late(announced.late()));
    }

    private SiteFacts.Cluster cluster(PathFacts path) {
        Instant asked = clock.instant();
        ProbeResult<List<RegionServer>> servers = hbase.servers();
        List<Reading> clocks = hbase.clocks(asked, servers.value().orElse(List.of()));
        Map<TableId, SiteFacts.TableFacts> tables = new TreeMap<>();
        columns(path).forEach((table, columns) -> tables.put(table, hbase.table(table, columns)));
        return new SiteFacts.Cluster(servers, hbase.masters(), clocks, hbase.settings(), tables);
    }

    private SiteFacts.Backend made(PathFacts path, List<IndexMetadata> indexes) {
        Map<String, SiteFacts.MadeFacts> made = new TreeMap<>();
        indexes.forEach(each -> made.put(each.index(), index.made(each, path.definition(each.index()))));
        return new SiteFacts.Backend(index.clocks(), index.privileges(), index.documentSize(), made);
    }

    private static Announced announced(KafkaProbe kafka, PathFacts path, List<IndexMetadata> indexes) {
        Map<String, ProbeResult<Optional<SiteFacts.TopicFacts>>> topics = new HashMap<>();
        Map<String, ProbeResult<Set<String>>> letters = new HashMap<>();
        Map<String, ProbeResult<Set<String>>> groups = new HashMap<>();
        topicNames(path).forEach(name -> topics.put(name, kafka.topic(name)));
        indexes.forEach(each -> letters.put(each.index(), kafka.missingOfLetters(each.index())));
        indexes.forEach(each -> groups.put(each.index(), kafka.missingOfGroup(each)));
        return new Announced(new SiteFacts.Announced(topics, letters, groups), kafka.late());
    }

    private static Map<TableId, ColumnSelection> columns(PathFacts path) {
        Map<TableId, ColumnSelection> columns = new TreeMap<>();
        path.indexes()
                .list()
                .value()
                .orElse(List.of())
                .forEach(each -> columns.put(each.table(), ColumnSelection.everything()));
        path.configured().definitions().forEach(definition -> columns.put(definition.table(), definition.columns()));
        return columns;
    }

    private static Set<String> topicNames(PathFacts path) {
        Set<String> names = new TreeSet<>();
        Set<TableId> tables = columns(path).keySet();
        path.indexes().list().value().orElse(List.of()).forEach(each -> names.add(each.topic()));
        for (Peer peer : OurPeers.among(path.replication().peers().value().orElse(List.of()))) {
            try {
                OurPeers.routes(peer).values().stream()
                        .filter(route -> tables.contains(route.table()))
                        .map(Route::topic)
                        .forEach(names::add);
            } catch (HBaseSearchException e) {
                // The check of the peer reports it: its configuration cannot be parsed.
                continue;
            }
        }
        return names;
    }

    /** Opens new clients each time: they connect at once, and an unavailable Kafka has to be reported soon. */
    private <T> T withKafka(Function<KafkaProbe, T> questions) {
        try (KafkaProbe kafka = new KafkaProbe(configuration.service().kafka(), backend, clock, deadline)) {
            return questions.apply(kafka);
        }
    }

    private <T> Future<T> start(Supplier<T> questions) {
        Callable<T> task = questions::get;
        return threads.submit(task);
    }

    private static <T> T await(Future<T> answers) throws InterruptedException {
        try {
            return answers.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        hbase.close();
        backend.close();
    }
}
