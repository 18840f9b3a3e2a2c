/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import io.hbasesearch.administration.Backends;
import io.hbasesearch.administration.Configuration;
import io.hbasesearch.administration.peer.Completeness;
import io.hbasesearch.administration.peer.PeerAdmin;
import io.hbasesearch.administration.peer.PeerRequest;
import io.hbasesearch.cli.output.Console;
import io.hbasesearch.cli.output.Progress;
import io.hbasesearch.cli.quickstart.directory.DataDirectoryLock;
import io.hbasesearch.cli.quickstart.directory.QuickstartLayout;
import io.hbasesearch.cli.sample.SampleTable;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.hbase.HBaseConnections;
import io.hbasesearch.hbase.HBaseRowWriter;
import io.hbasesearch.hbase.HBaseTables;
import io.hbasesearch.indexer.lifecycle.IndexLifecycle;
import io.hbasesearch.service.Lifecycle;
import io.hbasesearch.service.ServiceChild;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Runs everything on one machine: servers, tables, peer, indexes, service, sample rows, in this order. For one thread. Owns
 * everything that it starts and stops it in reverse.
 */
final class Quickstart implements AutoCloseable {
    private static final Duration SERVICE_START = Duration.ofSeconds(60);
    private static final Duration INDEXING = Duration.ofMinutes(4);
    private static final Duration POLL = Duration.ofMillis(250);
    /** Time without a change in the number of documents after which no more are expected. */
    private static final Duration SETTLED = Duration.ofSeconds(5);

    private final QuickstartSettings settings;
    private final Path endpoint;
    private final Console console;
    private Lifecycle lifecycle = new Lifecycle();
    private @Nullable Configuration configuration;
    private @Nullable HBaseRowWriter writer;
    private @Nullable GatewaySearches searches;
    private @Nullable ServiceChild service;
    private @Nullable QuickstartServers servers;

    /** @param endpoint the jar of the replication endpoint */
    Quickstart(QuickstartSettings settings, Path endpoint, Console console) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.endpoint = Objects.requireNonNull(endpoint, "endpoint");
        this.console = Objects.requireNonNull(console, "console");
    }

    /** Starts everything up to the service; if a part fails, {@link #close()} stops those already started. */
    void start() throws IOException, InterruptedException {
        QuickstartLayout layout = settings.layout();
        lifecycle.add("instance", DataDirectoryLock.acquire(layout, settings.page()));
        QuickstartState.load(layout).withIndex(settings.index()).store(layout);
        QuickstartConfig.write(settings);
        configuration = QuickstartConfig.read(layout, System.getenv());
        console.info("Starting servers...");
        QuickstartServers started = lifecycle.add("servers", new QuickstartServers());
        servers = started;
        started.start(settings, endpoint, console);
        HBaseConnections hbase = lifecycle.add(
                "HBase connection", new HBaseConnections(configuration.service().hbase()));
        writer = new HBaseRowWriter(hbase);
        createTables(new HBaseTables(hbase));
        addPeer();
        createIndexes();
        startService();
        searches = new GatewaySearches(URI.create(settings.page()));
    }

    /** Stops everything and restarts it on the same data, as the next run of the command does. */
    void restart() throws IOException, InterruptedException {
        close();
        lifecycle = new Lifecycle();
        start();
    }

    private void createTables(HBaseTables tables) {
        for (SampleTable table : SampleTable.ALL) {
            if (tables.create(table.table(), Map.of(table.family(), true))) {
                console.info("Table " + table.table() + " created.");
            }
        }
    }

    /** Does the same as {@code hbase-search peer add}. */
    private void addPeer() {
        try (PeerAdmin peers = new PeerAdmin(config().service(), console)) {
            peers.add(peers.plan(new PeerRequest(
                    PeerRequest.DEFAULT_ID,
                    SampleTable.ALL.stream().map(SampleTable::table).toList(),
                    new PeerRequest.NewTopics(OptionalInt.empty(), 1),
                    Optional.empty(),
                    false,
                    new PeerRequest.Kafka(settings.bootstrapServers(), true))));
        }
    }

    /** Does the same as {@code hbase-search index create}, before any row is put, so that the indexes miss none. */
    private void createIndexes() {
        try (IndexBackend backend = openBackend();
                IndexLifecycle indexes =
                        new IndexLifecycle(backend, config().service().kafka());
                PeerAdmin peers = new PeerAdmin(config().service(), console)) {
            for (SampleTable table : SampleTable.ALL) {
                if (indexes.find(table.index()).isEmpty()) {
                    IndexDefinition definition = config().definition(table.index());
                    indexes.create(definition, Completeness.of(config().service(), peers, definition));
                    console.info("Index " + table.index() + " created.");
                }
            }
        }
    }

    private void startService() throws IOException, InterruptedException {
        QuickstartLayout layout = settings.layout();
        ServiceChild started = lifecycle.add(
                "service",
                ServiceChild.start(
                        layout.configFile(),
                        URI.create(settings.page()),
                        layout.serviceLog(),
                        QuickstartSettings.SERVICE_HEAP_MEGABYTES));
        service = started;
        started.awaitHealthy(Patience.of(SERVICE_START));
        console.info("  service is up (process " + started.pid() + ")");
    }

    /** Drains and stops the service; the servers keep running. */
    void stopService() {
        Objects.requireNonNull(service, "not started").close();
    }

    /**
     * Checks that the service and every server still run.
     *
     * @throws HBaseSearchException names the one that does not, its log and the command that starts it again
     */
    void requireAlive() {
        String again = " Start it again: " + new QuickstartCommands(settings).start();
        if (servers != null) {
            servers.dead().ifPresent(dead -> {
                throw new HBaseSearchException(
                        ErrorCode.SERVER_UNREACHABLE,
                        "the quickstart's " + dead.name() + " has ended unexpectedly, so everything is stopped",
                        "Its log is " + dead.logFile() + "." + again,
                        null);
            });
        }
        if (service != null && !service.isAlive()) {
            throw new HBaseSearchException(
                    ErrorCode.INTERNAL,
                    "the service stopped unexpectedly",
                    "Its log is " + settings.layout().serviceLog() + "." + again,
                    null);
        }
    }

    /** @return the number of rows put by this call */
    long load() throws InterruptedException {
        return new SampleLoader(settings.layout(), rowWriter(), console).load();
    }

    /** Waits until the indexes have as many documents as there are sample rows. */
    void awaitIndexed() throws InterruptedException {
        long total = SampleTable.ALL.stream()
                .mapToLong(table -> table.rows().get().size())
                .sum();
        try (Progress progress = Progress.start(console, "Indexing", total, "rows")) {
            long[] documents = {0};
            Await.until(
                    "every sample row indexed",
                    INDEXING,
                    POLL,
                    () -> {
                        requireAlive();
                        documents[0] = documents();
                        progress.update(documents[0], "");
                        return documents[0] >= total;
                    },
                    () -> documents[0]);
            progress.finish();
        }
    }

    /** Waits until the indexes have caught up after an earlier start; the user may have changed the number of rows since. */
    void awaitSettled() throws InterruptedException {
        long[] last = {-1, 0};
        Await.until(
                "the indexes caught up",
                INDEXING,
                POLL,
                () -> {
                    requireAlive();
                    long documents = documents();
                    if (documents != last[0]) {
                        last[0] = documents;
                        last[1] = System.nanoTime();
                    }
                    return System.nanoTime() - last[1] > SETTLED.toNanos();
                },
                () -> last[0]);
    }

    private long documents() {
        return SampleTable.ALL.stream()
                .mapToLong(table -> searches().documents(table.index()))
                .sum();
    }

    Demonstration demonstration() {
        return new Demonstration(rowWriter(), searches());
    }

    Searches searches() {
        return Objects.requireNonNull(searches, "not started");
    }

    /**
     * Returns the version of every document and stub in all indexes, from the index itself. Requires that the service is
     * stopped.
     */
    Map<DocumentId, Long> versions() {
        Map<DocumentId, Long> versions = new HashMap<>();
        try (IndexBackend backend = openBackend()) {
            for (SampleTable table : SampleTable.ALL) {
                IndexDefinition definition = config().definition(table.index());
                try (DocumentSearcher searcher = backend.openSearcher(definition)) {
                    searcher.refresh();
                    try (DocumentCursor documents = searcher.scan()) {
                        while (documents.hasNext()) {
                            IndexedDocument document = documents.next();
                            versions.put(document.id(), document.version());
                        }
                    }
                }
            }
        }
        return versions;
    }

    private IndexBackend openBackend() {
        return Backends.open(config().service().index(), Metrics.none());
    }

    Configuration config() {
        return Objects.requireNonNull(configuration, "not started");
    }

    private HBaseRowWriter rowWriter() {
        return Objects.requireNonNull(writer, "not started");
    }

    Path configFile() {
        return settings.layout().configFile();
    }

    @Override
    public void close() {
        lifecycle.close();
    }
}
