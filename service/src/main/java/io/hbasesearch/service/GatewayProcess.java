/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.service;

import io.hbasesearch.administration.Backends;
import io.hbasesearch.core.config.BackendConfig;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.definition.Definitions;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.gateway.GatewayServices;
import io.hbasesearch.gateway.QueryGateway;
import io.hbasesearch.gateway.operations.PrometheusMetrics;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBaseRowReader;
import io.hbasesearch.hbase.HBaseTables;
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

/**
 * Runs a gateway alone, over an Elasticsearch that other processes index into. It also warns of the backlog before the indexes:
 * if all indexers are stopped, no other process does.
 */
public final class GatewayProcess implements ServiceProcess {
    private final ServiceConfig config;
    private final Supplier<Definitions> files;
    private final Lifecycle lifecycle = new Lifecycle();
    private @Nullable QueryGateway gateway;

    /** Creates a process whose definitions do not change while it runs. */
    public GatewayProcess(ServiceConfig config, List<IndexDefinition> definitions) {
        this(config, () -> Definitions.of(definitions));
    }

    /** @param files reads the current definitions, for changes while it runs */
    public GatewayProcess(ServiceConfig config, Supplier<Definitions> files) {
        this.config = Objects.requireNonNull(config, "config");
        this.files = Objects.requireNonNull(files, "files");
    }

    @Override
    public void start() {
        if (config.index().backend() == BackendConfig.Kind.LUCENE) {
            throw new HBaseSearchException(
                    ErrorCode.CONFIGURATION_INVALID,
                    "an embedded Lucene index belongs to one process, so its gateway and indexer must run in the same process",
                    "Run 'hbase-search serve', or use Elasticsearch.",
                    null);
        }
        PrometheusMetrics metrics = lifecycle.add("metrics", new PrometheusMetrics("gateway"));
        HBaseConnections hbase = lifecycle.add("HBase connection", new HBaseConnections(config.hbase()));
        HBaseRowReader rows = lifecycle.add(
                "row reader", new HBaseRowReader(hbase, config.indexer().maxRowBytes()));
        IndexBackend backend = lifecycle.add("index", Backends.open(config.index(), metrics));
        DefinitionSource source = new DefinitionSource(files, new HBaseTables(hbase)::list, backend.admin()::tables);
        Definitions.Resolved first = source.first();
        List<IndexDefinition> definitions = first.definitions();
        SearchableIndexes indexes = lifecycle.add("searchers", new SearchableIndexes(backend, definitions));
        KafkaRowAnnouncer announcer =
                lifecycle.add("announcer", new KafkaRowAnnouncer(config.kafka(), metrics, Clock.systemUTC()));
        RetentionWatch retention =
                lifecycle.add("retention watch", new RetentionWatch(config, hbase, backend, definitions, metrics));
        DefinitionWatch watch = lifecycle.add(
                "definitions",
                new DefinitionWatch(
                        source,
                        config.operations().definitionsInterval(),
                        first,
                        List.of(indexes::redefine, retention::redefine)));
        GatewayExtras extras = GatewayExtras.of(config, hbase, indexes, source::awaited, lifecycle);
        GatewayServices services = new GatewayServices(
                new GatewayServices.Indexes(indexes::current, backend.admin()::statistics),
                rows,
                announcer,
                new LuceneHighlighter(),
                new GatewayServices.Monitoring(
                        metrics,
                        () -> Map.of(
                                "index", backend::check,
                                "searchable indexes", indexes::check,
                                "definitions", watch::check,
                                "retention", retention::check,
                                "freshness", extras.freshness()::check)),
                config.gateway(),
                extras.ports());
        QueryGateway started = new QueryGateway(services, config.operations());
        gateway = lifecycle.add("gateway", started);
        indexes.start();
        retention.start();
        watch.start();
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
