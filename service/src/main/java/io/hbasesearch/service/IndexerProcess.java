/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.service;

import io.hbasesearch.administration.Backends;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.definition.Definitions;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.gateway.http.ApiKeys;
import io.hbasesearch.gateway.operations.OperationsServer;
import io.hbasesearch.gateway.operations.PrometheusMetrics;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBaseRowReader;
import io.hbasesearch.hbase.HBaseTables;
import io.hbasesearch.indexer.Indexer;
import io.hbasesearch.service.retention.RetentionWatch;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs an indexer alone, with health and metrics; several may share the work into one Elasticsearch. */
public final class IndexerProcess implements ServiceProcess {
    private final ServiceConfig config;
    private final Supplier<Definitions> files;
    private final Clock clock;
    private final Lifecycle lifecycle = new Lifecycle();
    private @Nullable OperationsServer operations;

    /** @param files reads the current definitions, for changes while it runs */
    public IndexerProcess(ServiceConfig config, Supplier<Definitions> files) {
        this(config, files, Clock.systemUTC());
    }

    /**
     * Creates a process whose definitions do not change while it runs.
     *
     * @param clock of the indexer and its writers; tests pass a wrong one
     */
    public IndexerProcess(ServiceConfig config, List<IndexDefinition> definitions, Clock clock) {
        this(config, () -> Definitions.of(definitions), clock);
    }

    private IndexerProcess(ServiceConfig config, Supplier<Definitions> files, Clock clock) {
        this.files = Objects.requireNonNull(files, "files");
        this.clock = Objects.requireNonNull(clock, "clock");
        this.config = Objects.requireNonNull(config, "config");
    }

    @Override
    public void start() {
        PrometheusMetrics metrics = lifecycle.add("metrics", new PrometheusMetrics("indexer"));
        HBaseConnections hbase = lifecycle.add("HBase connection", new HBaseConnections(config.hbase()));
        HBaseRowReader rows = lifecycle.add(
                "row reader", HBaseRowReader.ofOwners(hbase, config.indexer().maxRowBytes()));
        IndexBackend backend = lifecycle.add("index", Backends.open(config.index(), metrics, clock));
        DefinitionSource source = new DefinitionSource(files, new HBaseTables(hbase)::list, backend.admin()::tables);
        Definitions.Resolved first = source.first();
        List<IndexDefinition> definitions = first.definitions();
        Indexer indexer = lifecycle.add("indexer", new Indexer(config, backend, rows, definitions, metrics, clock));
        RetentionWatch retention =
                lifecycle.add("retention watch", new RetentionWatch(config, hbase, backend, definitions, metrics));
        MatchedIndexes matched = lifecycle.add(
                "indexes of matching tables", MatchedIndexes.of(config, backend, source::matched, definitions));
        DefinitionWatch watch = lifecycle.add(
                "definitions",
                new DefinitionWatch(
                        source,
                        config.operations().definitionsInterval(),
                        first,
                        List.of(indexer::redefine, retention::redefine, matched::redefine)));
        OperationsServer started = new OperationsServer(
                config.operations(),
                ApiKeys.of(config.gateway()),
                () -> Map.of(
                        "hbase",
                        rows::check,
                        "index",
                        backend::check,
                        "indexer",
                        indexer::check,
                        "definitions",
                        watch::check,
                        "matching tables",
                        matched::check,
                        "retention",
                        retention::check),
                metrics);
        operations = lifecycle.add("operations", started);
        started.start();
        matched.finish();
        indexer.start();
        retention.start();
        watch.start();
        matched.start();
    }

    @Override
    public URI address() {
        return URI.create("http://" + config.operations().host() + ":"
                + Objects.requireNonNull(operations, "not started").port());
    }

    @Override
    public void close() {
        lifecycle.close();
    }
}
