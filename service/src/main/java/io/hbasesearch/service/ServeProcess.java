/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.service;

import io.hbasesearch.administration.Backends;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.definition.Definitions;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.gateway.GatewayServices;
import io.hbasesearch.gateway.QueryGateway;
import io.hbasesearch.gateway.operations.PrometheusMetrics;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBaseRowReader;
import io.hbasesearch.hbase.HBaseTables;
import io.hbasesearch.indexer.Indexer;
import io.hbasesearch.indexer.kafka.KafkaRowAnnouncer;
import io.hbasesearch.lucene.search.LuceneHighlighter;
import io.hbasesearch.service.retention.RetentionWatch;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs indexer and gateway in one process, as an embedded index requires: only one process can own it. */
public final class ServeProcess implements ServiceProcess {
    private final ServiceConfig config;
    private final Supplier<Definitions> files;
    private final Lifecycle lifecycle = new Lifecycle();
    private @Nullable QueryGateway gateway;

    /** @param files reads the current definitions, for changes while it runs */
    public ServeProcess(ServiceConfig config, Supplier<Definitions> files) {
        this.config = Objects.requireNonNull(config, "config");
        this.files = Objects.requireNonNull(files, "files");
    }

    @Override
    public void start() {
        PrometheusMetrics metrics = lifecycle.add("metrics", new PrometheusMetrics("serve"));
        HBaseConnections hbase = lifecycle.add("HBase connection", new HBaseConnections(config.hbase()));
        HBaseRowReader rows = lifecycle.add(
                "row reader", new HBaseRowReader(hbase, config.indexer().maxRowBytes()));
        HBaseRowReader indexed = lifecycle.add(
                "indexer's row reader",
                HBaseRowReader.ofOwners(hbase, config.indexer().maxRowBytes()));
        IndexBackend backend = lifecycle.add("index", Backends.open(config.index(), metrics));
        DefinitionSource source = new DefinitionSource(files, new HBaseTables(hbase)::list, backend.admin()::tables);
        Definitions.Resolved first = source.first();
        List<IndexDefinition> definitions = first.definitions();
        Indexer indexer = lifecycle.add("indexer", new Indexer(config, backend, indexed, definitions, metrics));
        RetentionWatch retention =
                lifecycle.add("retention watch", new RetentionWatch(config, hbase, backend, definitions, metrics));
        SearchableIndexes indexes = lifecycle.add("searchers", new SearchableIndexes(backend, definitions));
        KafkaRowAnnouncer announcer =
                lifecycle.add("announcer", new KafkaRowAnnouncer(config.kafka(), metrics, Clock.systemUTC()));
        MatchedIndexes matched = lifecycle.add(
                "indexes of matching tables", MatchedIndexes.of(config, backend, source::matched, definitions));
        DefinitionWatch watch = lifecycle.add(
                "definitions",
                new DefinitionWatch(
                        source,
                        config.operations().definitionsInterval(),
                        first,
                        List.of(indexes::redefine, indexer::redefine, retention::redefine, matched::redefine)));
        GatewayExtras extras = GatewayExtras.of(config, hbase, indexes, source::awaited, lifecycle);
        GatewayServices services = new GatewayServices(
                new GatewayServices.Indexes(indexes::current, backend.admin()::statistics),
                rows,
                announcer,
                new LuceneHighlighter(),
                new GatewayServices.Monitoring(
                        metrics,
                        () -> Map.of(
                                "indexer", indexer::check,
                                "searchable indexes", indexes::check,
                                "definitions", watch::check,
                                "matching tables", matched::check,
                                "retention", retention::check,
                                "freshness", extras.freshness()::check)),
                config.gateway(),
                extras.ports());
        QueryGateway started = new QueryGateway(services, config.operations());
        gateway = lifecycle.add("gateway", started);
        // Before any other part starts: this fails if another process owns an embedded index.
        indexes.start();
        matched.finish();
        indexer.start();
        retention.start();
        watch.start();
        matched.start();
        extras.start();
        started.start();
    }

    @Override
    public URI address() {
        return URI.create("http://" + config.gateway().host() + ":"
                + Objects.requireNonNull(gateway, "not started").port());
    }

    @Override
    public void close() {
        lifecycle.close();
    }
}
